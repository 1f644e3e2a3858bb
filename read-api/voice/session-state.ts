import type { AnswerEvidence } from '../../domain/consultation/answering/answer-evidence.ts';
import { newDialogue, type VoiceDialogue } from '../../domain/consultation/voice/voice-dialogue.ts';
import { MAX_UTTERANCE, type VoiceSessionEnd } from '../../domain/consultation/voice/voice-events.ts';
import type { VoiceRecord, VoiceSessionParts } from './voice-session-parts.ts';

/** The running session: its dependencies and its history so far. */
export type SessionState = {
  readonly parts: VoiceSessionParts;
  readonly started: number;
  /** Records are written in order, without delaying the session. */
  readonly record: (what: VoiceRecord) => void;
  /** Resolves when everything is recorded. */
  readonly recorded: () => Promise<void>;
  readonly end: (because: VoiceSessionEnd) => void;
  dialogue: VoiceDialogue;
  /** The person's last words, whose numbers may be repeated. */
  lastSaid: string;
  /** The time of the front end's last message. */
  lastHeard: number;
  /** Whether another answer was requested from the model, and the person has not spoken since. */
  isRepairing: boolean;
  /** The number of tool calls so far. */
  calls: number;
  /** The number of the model's events so far, other than pieces of speech. */
  events: number;
  readonly tokens: { input: number; output: number };
  /** The evidence for checking answers. A new list after each addition: it is prepared for checking once. */
  evidence: readonly AnswerEvidence[];
};

/** The person's last words, whose numbers may be repeated. */
const MAX_QUESTION = 4000;

/** A new session. It ends when something cannot be recorded. */
export const beginSession = (parts: VoiceSessionParts): SessionState => {
  const started = parts.elapsed();
  const end = (because: VoiceSessionEnd): void => parts.ending.abort(because);
  let recording: Promise<void> = Promise.resolve();
  return {
    parts,
    started,
    record: (what) => {
      recording = recording
        .then(() => parts.record(what))
        .catch((error: unknown) => {
          parts.logger.error({ error }, 'Speech could not be recorded; the voice session ends.');
          end('model_failed');
        });
    },
    recorded: () => recording,
    end,
    dialogue: newDialogue,
    lastSaid: '',
    lastHeard: started,
    isRepairing: false,
    calls: 0,
    events: 0,
    tokens: { input: 0, output: 0 },
    evidence: [],
  };
};

/** Milliseconds since the session began. */
export const spentIn = ({ parts, started }: SessionState): number => Math.round(parts.elapsed() - started);

/** Records the person's speech. */
export const recordPersonSpeech = (session: SessionState, itemId: string, text: string): void => {
  session.lastSaid = `${session.lastSaid} ${text}`.slice(-MAX_QUESTION);
  session.isRepairing = false;
  if (text.trim() === '') return;
  session.record({
    type: 'TranscribeUtterance',
    itemId,
    speaker: 'person',
    text: text.slice(0, MAX_UTTERANCE),
    heldBack: false,
  });
};
