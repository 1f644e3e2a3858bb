import { z } from 'zod';
import { MAX_TOOL_CALLS_WRITTEN, type ModelToolCall } from '../../../ports/language-model.ts';

/** A streamed part of a tool call. Services differ in the members that they omit. */
export const toolCallDeltaSchema = z.object({
  index: z.int().min(0).nullish(),
  id: z.string().nullish(),
  type: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
type ToolCallDelta = z.output<typeof toolCallDeltaSchema>;

/** OpenAI's function names: any other would be rejected when the call is sent back in the conversation. */
const functionName = /^[\w-]{1,64}$/;
const callId = /^[\w-]{1,64}$/;

/** Maximum characters of all arguments in one answer: several times an e-mail of 10,000 characters. */
const MOST_CHARACTERS = 65_536;

type Growing = { readonly index: number; ownId: string; name: string; arguments: string };

/** Assembles the tool calls of one answer from their streamed parts. */
export type ToolCallAssembly = {
  /** Returns the reason if the answer is unusable. */
  readonly add: (deltas: readonly ToolCallDelta[]) => string | undefined;
  /** The calls in the order of their first parts, or the reason why the answer is unusable. */
  readonly finish: () => readonly ModelToolCall[] | string;
};

/**
 * Groups parts by index. Some services give every call of an answer the index 0, or none, and a separate id: a part
 * with a new id starts the next call, and so does a part with a name if there is neither index nor id. A call whose id
 * is missing, malformed or a duplicate gets a generated one, under which the model sees the call again.
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
      // Most services send the name once, some with every part.
      const name = delta.function?.name ?? '';
      if (name !== '' && call.name === '') call.name = name;
      const written = delta.function?.arguments ?? '';
      room -= written.length;
      if (room < 0) return 'its tool calls are too long';
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
