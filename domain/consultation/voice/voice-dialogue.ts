import type { RealtimeClientEvent, RealtimeItem, RealtimeServerEvent } from './realtime-events.ts';

/** A function that the model wants called. */
export type VoiceToolCall = { readonly callId: string; readonly name: string; readonly arguments: string };

/** What is known of the model's side of a session, as far as calling functions goes. */
export type VoiceDialogue = {
  /** Calls that were acted on, by their ids. */
  readonly acted: ReadonlySet<string>;
  /** Of these, those without an output so far. */
  readonly pending: ReadonlySet<string>;
  /** Whether a response is being made. The service makes one at a time. */
  readonly isResponding: boolean;
  /** Whether outputs were given that the model has not spoken about. */
  readonly owesResponse: boolean;
};

export const newDialogue: VoiceDialogue = {
  acted: new Set(),
  pending: new Set(),
  isResponding: false,
  owesResponse: false,
};

export type DialogueInput =
  | { readonly kind: 'said'; readonly event: RealtimeServerEvent }
  /** A call has come to an end; `output` is for the model. */
  | { readonly kind: 'called'; readonly callId: string; readonly output: string };

/** What follows: events for the service, and calls to be made. */
export type DialogueStep = {
  readonly dialogue: VoiceDialogue;
  readonly send: readonly RealtimeClientEvent[];
  readonly calls: readonly VoiceToolCall[];
};

/** Calls in one session; a model that goes round in circles is answered that there are no more. */
export const MAX_CALLS = 200;

const isWhole = (item: RealtimeItem): boolean => item.type === 'function_call' && item.status === 'completed';

const newCalls = (items: readonly RealtimeItem[], { acted }: VoiceDialogue): readonly VoiceToolCall[] => {
  const calls = new Map<string, VoiceToolCall>();
  for (const item of items) {
    const { call_id: callId, name } = item;
    if (!isWhole(item) || callId === undefined || name === undefined || acted.has(callId)) continue;
    calls.set(callId, { callId, name, arguments: item.arguments ?? '' });
  }
  return [...calls.values()];
};

const withCalls = (dialogue: VoiceDialogue, calls: readonly VoiceToolCall[]): VoiceDialogue => {
  if (calls.length === 0) return dialogue;
  const ids = calls.map(({ callId }) => callId);
  return {
    ...dialogue,
    acted: new Set([...dialogue.acted, ...ids]),
    pending: new Set([...dialogue.pending, ...ids]),
  };
};

/** Has the model speak about what it was given, once it has all of it and is silent. */
const settle = (
  dialogue: VoiceDialogue,
  send: readonly RealtimeClientEvent[],
  calls: readonly VoiceToolCall[],
): DialogueStep => {
  const isDue = dialogue.owesResponse && dialogue.pending.size === 0 && !dialogue.isResponding;
  if (!isDue) return { dialogue, send, calls };
  return {
    dialogue: { ...dialogue, owesResponse: false, isResponding: true },
    send: [...send, { type: 'response.create' }],
    calls,
  };
};

/**
 * One step of the dialogue with the model. The service announces a call several times (its arguments, its item, its
 * response), also in a response that was interrupted: a call is acted on once, by its id, and only when its item is
 * whole. A response that is interrupted leaves calls with the status `incomplete`, which are none.
 */
export const advanceDialogue = (before: VoiceDialogue, input: DialogueInput): DialogueStep => {
  if (input.kind === 'called') {
    if (!before.pending.has(input.callId)) return { dialogue: before, send: [], calls: [] };
    const pending = new Set(before.pending);
    pending.delete(input.callId);
    const { callId: call_id, output } = input;
    return settle(
      { ...before, pending, owesResponse: true },
      [{ type: 'conversation.item.create', item: { type: 'function_call_output', call_id, output } }],
      [],
    );
  }
  const { event } = input;
  switch (event.type) {
    case 'response.created':
      return { dialogue: { ...before, isResponding: true }, send: [], calls: [] };
    case 'response.output_item.done': {
      const calls = newCalls([event.item], before);
      return { dialogue: withCalls(before, calls), send: [], calls };
    }
    case 'response.done': {
      const calls = newCalls(event.response.output, before);
      return settle({ ...withCalls(before, calls), isResponding: false }, [], calls);
    }
    case 'error':
      // Ours came in the same moment as one that the person's speech began: it is asked for again after that.
      return event.error.code === 'conversation_already_has_active_response'
        ? { dialogue: { ...before, isResponding: true, owesResponse: true }, send: [], calls: [] }
        : { dialogue: before, send: [], calls: [] };
    default:
      return { dialogue: before, send: [], calls: [] };
  }
};
