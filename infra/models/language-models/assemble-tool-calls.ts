import { z } from 'zod';
import { isRecord } from '../../../domain/kernel/is-record.ts';
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

type Growing = {
  readonly index: number;
  ownId: string;
  name: string;
  readonly arguments: GrowingArguments;
};

/** Assembles the tool calls of one answer from their streamed parts. */
export type ToolCallAssembly = {
  /** Returns the reason if the answer is unusable. */
  readonly add: (deltas: readonly ToolCallDelta[]) => string | undefined;
  /** The calls in the order of their first parts, or the reason why the answer is unusable. */
  readonly finish: () => readonly ModelToolCall[] | string;
};

const isObject = (text: string): boolean => {
  if (!text.trimStart().startsWith('{') || !text.trimEnd().endsWith('}')) return false;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
};

/**
 * A text that grows, and is asked again and again whether it is a JSON object by now. It is parsed only once its
 * brackets are closed: parsing it at each piece would take quadratic time.
 */
const growingObject = () => {
  let text = '';
  let state: 'before' | 'inside' | 'closed' | 'other' = 'before';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  const take = (character: string): void => {
    const isBlank = character.trim() === '';
    if (state === 'other' || (isBlank && state !== 'inside')) return;
    if (state !== 'inside') state = state === 'before' && character === '{' ? 'inside' : 'other';
    if (state === 'other') return;
    if (isEscaped) isEscaped = false;
    else if (isInString) {
      if (character === '\\') isEscaped = true;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) state = 'closed';
    }
  };
  return {
    text: (): string => text,
    add: (piece: string): void => {
      text += piece;
      for (const character of piece) take(character);
    },
    isWhole: (): boolean => state === 'closed' && isObject(text),
  };
};

/** The arguments of a call, piece by piece. */
type GrowingArguments = {
  readonly add: (piece: string) => void;
  readonly isEmpty: () => boolean;
  /** What all pieces come to. */
  readonly value: () => string;
  /** Whether that is a JSON object. */
  readonly isWhole: () => boolean;
};

/**
 * Arguments out of their pieces. Most services send them piece by piece; some repeat all in the last piece, send with
 * each piece all before it as well, or begin with an empty object. What is no JSON object either way stays as it is.
 */
const growArguments = (): GrowingArguments => {
  const whole = growingObject();
  /** All but the first piece. */
  const rest = growingObject();
  let first = '';
  let last = '';
  let count = 0;
  let isEachTheLastAndMore = true;

  /** Whether the last piece repeats all before it. */
  const isRepeated = (): boolean => {
    if (count < 2) return false;
    const text = whole.text();
    return isEachTheLastAndMore || (text.length === 2 * last.length && text.startsWith(last));
  };
  const found = (): string | undefined => {
    if (count < 2) return isObject(whole.text()) ? whole.text() : undefined;
    if (whole.isWhole()) return whole.text();
    if (isRepeated() && isObject(last)) return last;
    return /^\{\s{0,9}\}$/.test(first) && rest.isWhole() ? rest.text() : undefined;
  };
  return {
    add: (piece) => {
      if (piece === '') return;
      if (count === 0) first = piece;
      else {
        isEachTheLastAndMore &&= piece.startsWith(last);
        rest.add(piece);
      }
      whole.add(piece);
      last = piece;
      count += 1;
    },
    isEmpty: () => count === 0,
    value: () => found() ?? whole.text(),
    isWhole: () => found() !== undefined,
  };
};

/** What a name is for a call that has one already. */
type NameRole = 'repeated' | 'continued' | 'replaced' | 'of the next call';

/**
 * Parts belong together by their index. Some services give every call of an answer the index 0, or none, and a
 * separate id: a part with another id begins the next call, and so does one with a name where there is neither, or where
 * the call that it would belong to is whole. A name may come in several parts as long as the tools that were offered
 * allow it. A call without a usable id, or with that of another one, is given an id of ours: the model is shown its call
 * again under it.
 *
 * @param offered the names of the tools that the model was given
 */
export const assembleToolCalls = (offered: readonly string[] = []): ToolCallAssembly => {
  const calls: Growing[] = [];
  let room = MOST_CHARACTERS;
  const begins = (written: string): boolean => offered.some((name) => name.startsWith(written));

  const roleOf = (name: string, { name: known, arguments: given }: Growing): NameRole => {
    if (!given.isEmpty()) {
      if (name !== known) return 'of the next call';
      return given.isWhole() ? 'of the next call' : 'repeated';
    }
    if (name === known) return 'repeated';
    if (begins(`${known}${name}`)) return 'continued';
    return name.startsWith(known) && begins(name) && !offered.includes(known)
      ? 'replaced'
      : 'of the next call';
  };

  /** Whether a part repeats a call that is whole, as some services do at the end. */
  const repeats = (known: Growing, { function: called }: ToolCallDelta): boolean =>
    called?.name === known.name && called.arguments !== '' && called.arguments === known.arguments.value();

  const callOf = (delta: ToolCallDelta): Growing => {
    const { index, id, function: called } = delta;
    const at = index ?? calls.at(-1)?.index ?? 0;
    const known = calls.findLast((call) => call.index === at);
    const isSameId = Boolean(id) && known?.ownId === id;
    const isOtherId = Boolean(id) && known !== undefined && known.ownId !== '' && known.ownId !== id;
    const isOtherName =
      known !== undefined &&
      !isSameId &&
      Boolean(called?.name) &&
      known.name !== '' &&
      !repeats(known, delta) &&
      roleOf(called?.name ?? '', known) === 'of the next call';
    if (known && !isOtherId && !isOtherName) {
      if (id) known.ownId = id;
      return known;
    }
    const begun: Growing = { index: at, ownId: id ?? '', name: '', arguments: growArguments() };
    calls.push(begun);
    return begun;
  };

  const takeName = (call: Growing, name: string): void => {
    if (name === '') return;
    const role = call.name === '' ? 'replaced' : roleOf(name, call);
    // Sent once by most, with every part by some.
    if (role === 'replaced') call.name = name;
    else if (role === 'continued') call.name += name;
  };

  const add: ToolCallAssembly['add'] = (deltas) => {
    for (const delta of deltas) {
      const call = callOf(delta);
      if (calls.length > MAX_TOOL_CALLS_WRITTEN) return 'it calls too many tools';
      takeName(call, delta.function?.name ?? '');
      const written = delta.function?.arguments ?? '';
      room -= written.length;
      if (room < 0) return 'its tool calls are too long';
      call.arguments.add(written);
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
      whole.push({ id, name: call.name, arguments: call.arguments.value() });
    }
    return whole;
  };
  return { add, finish };
};
