import type { VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RealtimeModel, RealtimeSession } from '../../ports/realtime-model.ts';
import type { FrontEnd } from './front-end.ts';
import type { VoiceTools } from './voice-tools.ts';

/** An utterance or an action, for the log. */
export type VoiceRecord =
  | {
      readonly type: 'TranscribeUtterance';
      readonly itemId: string;
      readonly speaker: 'person' | 'model';
      readonly text: string;
      readonly heldBack: boolean;
    }
  | {
      readonly type: 'EndVoiceSession';
      readonly because: VoiceSessionEnd;
      readonly milliseconds: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    };

export type VoiceSessionParts = {
  readonly sessionId: string;
  readonly conversationId: string;
  readonly model: RealtimeModel['model'];
  readonly frontEnd: FrontEnd;
  readonly upstream: RealtimeSession;
  readonly tools: VoiceTools;
  /** Appends to the conversation's log; calls are sequential. */
  readonly record: (record: VoiceRecord) => Promise<void>;
  /** Whether a text holds PHI. */
  readonly holdsPhi: (text: string) => Promise<boolean>;
  /** Ends the session from outside; its reason is a VoiceSessionEnd. */
  readonly ending: AbortController;
  readonly elapsed: () => number;
  readonly logger: Logger;
  readonly limits?: { readonly longest: number; readonly idle: number };
};
