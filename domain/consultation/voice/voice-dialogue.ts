import type { RealtimeClientEvent, RealtimeItem, RealtimeServerEvent } from './realtime-events.ts';

/** A function call requested by the model. */
export type VoiceToolCall = { readonly callId: string; readonly name: string; readonly arguments: string };

/** The model's side of a session, as far as function calls are concerned. */
export type VoiceDialogue = {
  /** Ids of the calls acted on. */
  readonly acted: ReadonlySet<string>;
  /** Those still without an output. */
  readonly pending: ReadonlySet<string>;
  /** Whether a response is in progress. The service produces one at a time. */
  readonly isResponding: boolean;
  /** Whether the model has not yet spoken about some output. */
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
  /** A call has ended; `output` is for the model. */
  | { readonly kind: 'called'; readonly callId: string; readonly output: string };

/** The next actions: events for the service, and calls to make. */
export type DialogueStep = {
  readonly dialogue: VoiceDialogue;
  readonly send: readonly RealtimeClientEvent[];
  readonly calls: readonly VoiceToolCall[];
};

/** Maximum calls in one session; a model in a loop is refused any more. */
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

/** Asks the model to speak about the outputs once all have arrived and it is silent. */
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
 * Advances the dialogue with the model by one step. The service announces a call several times (its arguments, its
 * item, its response), even in an interrupted response: a call is acted on once, by its id, when its item is
 * complete. Calls of an interrupted response have the status `incomplete` and are ignored.
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
      // Our request collided with a response to the person's speech; it is repeated after that one.
      return event.error.code === 'conversation_already_has_active_response'
        ? { dialogue: { ...before, isResponding: true, owesResponse: true }, send: [], calls: [] }
        : { dialogue: before, send: [], calls: [] };
    default:
      return { dialogue: before, send: [], calls: [] };
  }
};
