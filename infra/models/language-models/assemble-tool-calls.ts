import { z } from 'zod';
import { MAX_TOOL_CALLS_WRITTEN, type ModelToolCall } from '../../../ports/language-model.ts';

/** A part of a call as it is streamed. Services differ in which members they leave out. */
export const toolCallDeltaSchema = z.object({
  index: z.int().min(0).nullish(),
  id: z.string().nullish(),
  type: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
type ToolCallDelta = z.output<typeof toolCallDeltaSchema>;

/** What OpenAI takes for the name of a function: any other would be refused when the call is shown to it again. */
const functionName = /^[\w-]{1,64}$/;
const callId = /^[\w-]{1,64}$/;

/** Characters of the arguments of all calls of one answer: several times an e-mail of 10,000 characters. */
const MOST_CHARACTERS = 65_536;

type Growing = { readonly index: number; ownId: string; name: string; arguments: string };

/** Puts together the calls of one answer out of their parts. */
export type ToolCallAssembly = {
  /** Gives why the answer cannot be used, if so. */
  readonly add: (deltas: readonly ToolCallDelta[]) => string | undefined;
  /** The calls in the order in which they began, or why the answer cannot be used. */
  readonly finish: () => readonly ModelToolCall[] | string;
};

/**
 * Parts belong together by their index. Some services give every call of an answer the index 0, or none, and a
 * separate id: a part with another id begins the next call, and so does one with a name where there is neither. A call
 * without a usable id, or with that of another one, is given an id of ours: the model is shown its call again under it.
 */
export const assembleToolCalls = (): ToolCallAssembly => {
  const calls: Growing[] = [];
  let room = MOST_CHARACTERS;

  const callOf = ({ index, id, function: called }: ToolCallDelta): Growing => {
    const at = index ?? calls.at(-1)?.index ?? 0;
    const known = calls.findLast((call) => call.index === at);
    const isOther = id
      ? known?.ownId !== '' && known?.ownId !== id
      : index == null && Boolean(called?.name) && known?.name !== '';
    if (known && !isOther) {
      if (id) known.ownId = id;
      return known;
    }
    const begun = { index: at, ownId: id ?? '', name: '', arguments: '' };
    calls.push(begun);
    return begun;
  };

  const add: ToolCallAssembly['add'] = (deltas) => {
    for (const delta of deltas) {
      const call = callOf(delta);
      if (calls.length > MAX_TOOL_CALLS_WRITTEN) return 'it calls too many tools';
      // Sent once by most, with every part by some.
      const name = delta.function?.name ?? '';
      if (name !== '' && call.name === '') call.name = name;
      const written = delta.function?.arguments ?? '';
      room -= written.length;
      if (room < 0) return 'its calls of tools are too long';
      call.arguments += written;
    }
    return undefined;
  };

  const finish: ToolCallAssembly['finish'] = () => {
    const ids = new Set<string>();
    const whole: ModelToolCall[] = [];
    for (const [at, call] of calls.entries()) {
      if (!functionName.test(call.name)) return 'it calls a tool without a name';
      const id = callId.test(call.ownId) && !ids.has(call.ownId) ? call.ownId : `call-${at + 1}`;
      if (ids.has(id)) return 'it gives two calls one id';
      ids.add(id);
      whole.push({ id, name: call.name, arguments: call.arguments });
    }
    return whole;
  };
  return { add, finish };
};
