import { isNestedWithin } from '../../../domain/kernel/is-nested-within.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { MAX_TOOL_CALLS_WRITTEN, type ModelToolCall } from '../../../ports/language-model.ts';
import { scanJson } from './scan-json.ts';

/** What models put around a call that they write as text, and JSON itself. */
const token =
  /```[a-z_]{0,20}|<[|/]?(?:tool_?calls?|function_?calls?|functions?|invoke|tools?|python_tag)(?:=(?<named>[\w.-]{1,64}))?\|?>|\[\/?TOOL_CALLS\]|__TOOL_CALLS?__|[{[]/i;
/** The end of a text that may be the beginning of such a mark. */
const begun =
  /(?:`{1,3}[a-z_]{0,20}|<[|/]?[a-z][\w=.-]{0,80}\|?|<[|/]?|\[\/?(?:TOOL|TOOL_)?[A-Z]{0,5}|_{1,2}[A-Z_]{0,12})$/i;
/** JSON that may be a call: an object with members or without, or an array of objects. */
const jsonBegins = /^(?:\{\s{0,80}["}]|\[\s{0,80}\{)/;
const jsonMayBegin = /^[{[]\s{0,80}$/;

/** Longer JSON is no call: native calls have the same limit. */
const MOST_CHARACTERS = 65_536;
const MOST_LEVELS = 6;

const wrappers = ['tool_calls', 'tool_call', 'function_call', 'calls', 'function'] as const;
const nameMembers = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action'] as const;
const argumentMembers = [
  'arguments',
  'parameters',
  'args',
  'params',
  'input',
  'action_input',
  'tool_input',
] as const;
const callBegun =
  /"(?:name|tool|tool_name|function|function_name|tool_calls?|function_call|action)"\s{0,80}:/;

type WrittenCall = Omit<ModelToolCall, 'id'>;

const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined => {
  const name = nameMembers.map((member) => value[member]).find((found) => typeof found === 'string');
  return typeof name === 'string' && /^[\w.-]{1,80}$/.test(name)
    ? name.replace(/^(?:functions?|tools?)\./, '')
    : undefined;
};

/** Deeper arguments are those of no tool; writing them out recurses for each level. */
const MOST_LEVELS_OF_ARGUMENTS = 50;

const writtenArguments = (given: unknown): string | undefined => {
  if (typeof given === 'string') return given;
  return isRecord(given) && isNestedWithin(given, MOST_LEVELS_OF_ARGUMENTS)
    ? JSON.stringify(given)
    : undefined;
};

/** The calls that a JSON value is; undefined where it is something else. */
const callsOf = (
  value: unknown,
  offered: readonly string[],
  level = 0,
): readonly WrittenCall[] | undefined => {
  if (level > MOST_LEVELS) return undefined;
  if (Array.isArray(value)) {
    const all = value.map((one) => callsOf(one, offered, level + 1));
    return all.length > 0 && all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (!isRecord(value)) return undefined;
  const wrapped = wrappers
    .map((member) => value[member])
    .find((one) => typeof one === 'object' && one !== null);
  if (wrapped !== undefined) return callsOf(wrapped, offered, level + 1);
  const name = nameOf(value);
  if (name === undefined) return undefined;
  const member = argumentMembers.find((one) => value[one] !== undefined);
  // Without arguments anything may have a name.
  if (member === undefined) return offered.includes(name) ? [{ name, arguments: '{}' }] : undefined;
  const written = writtenArguments(value[member]);
  return written === undefined ? undefined : [{ name, arguments: written }];
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Takes calls of tools out of a text in which a model wrote them. */
export type WrittenToolCalls = {
  /** The text without calls, as far as it is certain. */
  readonly push: (text: string) => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
  /** The calls of tools that were offered, in order. */
  readonly calls: () => readonly WrittenCall[];
};

/**
 * Small models write calls as JSON, with a fence, a tag or nothing around it. What has the form of a call is taken out of
 * the text; it counts as a call if a tool of that name was offered. A call that breaks off is taken out as well.
 */
export const takeWrittenToolCalls = (offered: readonly string[]): WrittenToolCalls => {
  const found: WrittenCall[] = [];
  let buffer = '';
  /** Marks before JSON that is not decided on. */
  let marks = '';
  let named: string | undefined;
  let scan: ReturnType<typeof scanJson> | undefined;
  let isFenceOpen = false;

  /** Marks that turned out to belong to no call: a fence is text, a tag is not. */
  const releaseMarks = (): string => {
    const released = marks.replace(
      /<[|/]?[a-z_]{1,20}(?:=[\w.-]{1,64})?\|?>|\[\/?TOOL_CALLS\]|__TOOL_CALLS?__/gi,
      '',
    );
    marks = '';
    named = undefined;
    return released;
  };

  const callsIn = (json: string): readonly WrittenCall[] | undefined => {
    const value = parsed(json);
    if (named === undefined) return callsOf(value, offered);
    return isRecord(value) ? [{ name: named, arguments: json }] : undefined;
  };

  /** Decides on the JSON that the buffer begins with; undefined as long as its end is not there. */
  const takeJson = (end: number | undefined, isLast: boolean): string | undefined => {
    if (end === undefined) {
      const isTooLong = buffer.length > MOST_CHARACTERS;
      if (!isTooLong && !isLast) return undefined;
      const isCall = !isTooLong && (named !== undefined || callBegun.test(buffer));
      const text = isCall ? '' : `${releaseMarks()}${buffer}`;
      marks = '';
      buffer = '';
      return text;
    }
    const json = buffer.slice(0, end);
    buffer = buffer.slice(end);
    const calls = callsIn(json);
    if (calls === undefined) return `${releaseMarks()}${json}`;
    for (const call of calls)
      if (offered.includes(call.name) && found.length < MAX_TOOL_CALLS_WRITTEN) found.push(call);
    isFenceOpen ||= marks.includes('```');
    marks = '';
    named = undefined;
    return '';
  };

  /** Takes a mark that the buffer begins with. */
  const takeMark = (mark: string, name: string | undefined): string => {
    buffer = buffer.slice(mark.length);
    if (mark.startsWith('```') && isFenceOpen) isFenceOpen = false;
    else {
      marks += mark;
      named = name ?? named;
    }
    return '';
  };

  const textBefore = (text: string): string => {
    if (text.trim() !== '' || marks === '') return `${releaseMarks()}${text}`;
    marks += text;
    return '';
  };

  const drain = (isLast: boolean): string => {
    let text = '';
    while (buffer !== '') {
      if (scan !== undefined) {
        const taken = takeJson(scan.endIn(buffer), isLast);
        if (taken === undefined) return text;
        scan = undefined;
        text += taken;
        continue;
      }
      const match = token.exec(buffer);
      const before = match?.index ?? (isLast ? buffer.length : (begun.exec(buffer)?.index ?? buffer.length));
      if (before > 0) {
        text += textBefore(buffer.slice(0, before));
        buffer = buffer.slice(before);
      }
      if (match === null) break;
      const [mark] = match;
      if (mark !== '{' && mark !== '[') {
        // A mark at the end may go on: "```" is the beginning of "```json".
        if (!isLast && mark.length === buffer.length && mark.startsWith('```')) break;
        text += takeMark(mark, match.groups?.named);
      } else if (jsonBegins.test(buffer)) scan = scanJson();
      else if (!isLast && jsonMayBegin.test(buffer)) break;
      else if (!isLast && begun.exec(buffer)?.index === 0) break;
      else {
        text += `${releaseMarks()}${mark}`;
        buffer = buffer.slice(1);
      }
    }
    return isLast ? `${text}${releaseMarks()}` : text;
  };

  return {
    push: (text) => {
      buffer += text;
      return drain(false);
    },
    end: () => drain(true),
    calls: () => found,
  };
};
