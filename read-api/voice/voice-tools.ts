import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import type { VoiceToolCall } from '../../domain/consultation/voice/voice-dialogue.ts';

/** The outcome of a call: the text for the model, and the facts that it may state from it. */
export type VoiceToolResult = {
  readonly output: string;
  /** The texts behind the result, if the model received it. */
  readonly evidence?: readonly Pick<AnswerEvidence, 'title' | 'source' | 'text'>[];
};

/** The tools of one voice session, called on behalf of the speaker. */
export type VoiceTools = {
  readonly offered: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }[];
  /**
   * Calls a tool, waits for its end and reports its steps to the front end. The same call id is one call.
   *
   * @throws Failure when the call was refused
   */
  readonly call: (
    call: VoiceToolCall,
    send: (frame: object) => void,
    signal: AbortSignal,
  ) => Promise<VoiceToolResult>;
  readonly confirm: (toolCallId: string, approved: boolean) => Promise<void>;
  readonly cancel: (toolCallId: string) => Promise<void>;
};
