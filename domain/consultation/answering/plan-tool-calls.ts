import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isNestedWithin } from '../../kernel/is-nested-within.ts';
import { isRecord } from '../../kernel/is-record.ts';
import { MAX_TOOL_CALLS } from '../called-tool.ts';

/** A call as a model wrote it. */
export type ModelToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

/** What becomes of it: it is requested, or the model is given the reason why not. */
export type PlannedToolCall = { readonly id: string; readonly tool: string } & (
  | { readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly refused: string }
);

type Made = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };

/** Several times as deep as what any tool takes. */
const MOST_LEVELS = 32;

const readArguments = (text: string): Readonly<Record<string, unknown>> | undefined => {
  // Models leave out the arguments of what takes none.
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) && isNestedWithin(read, MOST_LEVELS) ? read : undefined;
  } catch {
    return undefined;
  }
};

const keyOf = ({ tool, arguments: given }: Made): string => `${tool} ${canonicalJson(given)}`;

/**
 * Which of the calls that a model wrote are requested. Refused are: tools that it was not given, arguments that are no
 * JSON object, a call that has been made for this question already, and what is beyond the most calls of a question.
 *
 * @param offered names of the tools that it was given
 * @param before all that was requested for this round of the question already
 */
export const planToolCalls = (
  written: readonly ModelToolCall[],
  offered: readonly string[],
  before: readonly Made[],
): readonly PlannedToolCall[] => {
  const made = new Set(before.map(keyOf));
  let room = MAX_TOOL_CALLS - before.length;
  return written.map(({ id, name, arguments: text }) => {
    const refuse = (refused: string): PlannedToolCall => ({ id, tool: name, refused });
    if (!offered.includes(name)) return refuse('There is no such tool.');
    const given = readArguments(text);
    if (given === undefined)
      return refuse('The arguments are not a JSON object, or nested too deep. Nothing was called.');
    const key = keyOf({ tool: name, arguments: given });
    if (made.has(key)) return refuse('This call has been made already. See what came of it.');
    if (room === 0) return refuse(`No more than ${MAX_TOOL_CALLS} tools are called for a question.`);
    made.add(key);
    room -= 1;
    return { id, tool: name, arguments: given };
  });
};
