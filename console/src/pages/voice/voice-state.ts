import type { VoiceFrame } from './voice-frames.ts';

/** Something that was said, for the transcript. */
export type Said = {
  readonly key: string;
  readonly speaker: 'person' | 'model' | 'notice';
  readonly text: string;
};

/** What the page shows of a voice session. */
export type VoiceState = {
  readonly phase: 'idle' | 'connecting' | 'open' | 'ended';
  /** Who is active, while the session is open. */
  readonly activity: 'listening' | 'hearing' | 'answering' | 'asking';
  readonly conversationId: string | undefined;
  readonly said: readonly Said[];
  /** Questions to the documents that have no answer yet. */
  readonly pending: ReadonlySet<string>;
  /** Rises with each news of a question, so that the page reads the conversation again. */
  readonly news: number;
  /** Why the session ended, or could not begin, in words for the person. */
  readonly because: string | undefined;
};

export const noSession: VoiceState = {
  phase: 'idle',
  activity: 'listening',
  conversationId: undefined,
  said: [],
  pending: new Set(),
  news: 0,
  because: undefined,
};

export type VoiceChange =
  | { readonly kind: 'began' }
  | { readonly kind: 'received'; readonly frame: VoiceFrame }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'closed' };

/** The longest transcript that the page keeps; the whole is in the conversation's log. */
const MAX_SAID = 200;

const ends: ReadonlyMap<string, string> = new Map([
  ['left', 'You ended the session.'],
  ['time_limit', 'The session reached its time limit.'],
  ['idle', 'The session ended because nothing was said for a while.'],
  ['token_ended', 'Your session has ended. Sign in again to continue.'],
  ['too_much', 'The session ended because this browser sent too much at once.'],
  ['server_stopping', 'The server is being restarted. Start again in a moment.'],
  ['model_failed', 'The voice model stopped responding. Type your question instead, or start again.'],
]);
const LOST = 'The connection was lost. Start again to continue.';

const add = (state: VoiceState, said: Omit<Said, 'key'>): VoiceState => {
  const number = Number(state.said.at(-1)?.key ?? 0) + 1;
  return { ...state, said: [...state.said, { ...said, key: String(number) }].slice(-MAX_SAID) };
};

const settle = (state: VoiceState): VoiceState => ({
  ...state,
  activity: state.pending.size > 0 ? 'asking' : 'listening',
});

const receive = (state: VoiceState, frame: VoiceFrame): VoiceState => {
  switch (frame.type) {
    case 'session.ready':
      return { ...state, phase: 'open', conversationId: frame.conversationId };
    case 'input_audio_buffer.speech_started':
      return { ...state, activity: 'hearing' };
    case 'input_audio_buffer.speech_stopped':
    case 'response.done':
      return settle(state);
    case 'response.created':
      return { ...state, activity: 'answering' };
    case 'conversation.item.input_audio_transcription.completed':
      return add(state, { speaker: 'person', text: frame.transcript });
    case 'response.output_audio_transcript.done':
      return add(state, { speaker: 'model', text: frame.transcript });
    case 'answer_held_back':
      return add(state, { speaker: 'notice', text: frame.message });
    case 'error':
      return add(state, { speaker: 'notice', text: frame.error.message });
    case 'question': {
      const pending = new Set(state.pending);
      if (frame.status === 'pending') pending.add(frame.queryId);
      else pending.delete(frame.queryId);
      return settle({ ...state, pending, news: state.news + 1 });
    }
    case 'session.ended':
      return { ...state, phase: 'ended', because: ends.get(frame.because) ?? LOST };
    case 'response.output_audio.delta':
      return state;
  }
};

/** The state after a change. A session that has ended stays so, and keeps its first reason. */
export const evolveVoice = (state: VoiceState, change: VoiceChange): VoiceState => {
  switch (change.kind) {
    case 'began':
      return { ...noSession, phase: 'connecting', conversationId: state.conversationId };
    case 'received':
      return state.phase === 'ended' ? state : receive(state, change.frame);
    case 'failed':
      return state.phase === 'ended' ? state : { ...state, phase: 'ended', because: change.message };
    case 'closed':
      return state.phase === 'ended' ? state : { ...state, phase: 'ended', because: LOST };
  }
};
