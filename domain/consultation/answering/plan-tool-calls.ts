import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isNestedWithin } from '../../kernel/is-nested-within.ts';
import { isRecord } from '../../kernel/is-record.ts';
import { MAX_TOOL_CALLS } from '../called-tool.ts';

/** A tool call as the model wrote it. */
export type ModelToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

/** The outcome: the call is requested, or the model gets the reason for the refusal. */
export type PlannedToolCall = { readonly id: string; readonly tool: string } & (
  | { readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly refused: string }
);

type Made = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };

/** Several times the nesting of any tool's arguments. */
const MOST_LEVELS = 32;

const readArguments = (text: string): Readonly<Record<string, unknown>> | undefined => {
  // Models omit the arguments of tools without parameters.
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
 * Decides which of a model's calls are requested. Refuses tools that were not offered, arguments that are not a JSON
 * object, calls already made for this question, and calls beyond the limit of a question.
 *
 * @param offered names of the tools offered to the model
 * @param before the calls already requested in this round of the question
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
