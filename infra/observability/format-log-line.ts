import { styleText } from 'node:util';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';

type Screen = {
  /** Columns of the terminal. */
  readonly width: number;
  readonly colour: boolean;
};

const levelStyles = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const;
const isLevel = (text: unknown): text is keyof typeof levelStyles =>
  typeof text === 'string' && Object.hasOwn(levelStyles, text);

/** Fields shown elsewhere in the line, or useful only for searching. */
const leftOut: ReadonlySet<string> = new Set(['level', 'time', 'message', 'traceId']);

/** Escapes control characters and direction marks, which could change what the terminal shows or does. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The local time of day. */
const timeOfDay = (instant: unknown): string => {
  const date = new Date(typeof instant === 'string' ? instant : Number.NaN);
  if (Number.isNaN(date.getTime())) return '--:--:--';
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
};

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"={}]+$/.test(value) ? value : JSON.stringify(value);

/** An error with its causes on one line: type, message if it is free of PHI, and code. */
const errorText = (error: Readonly<Record<string, unknown>>): string => {
  const { type, message, code, cause } = error;
  const said = [
    typeof type === 'string' ? type : 'Error',
    ...(typeof message === 'string' ? [`: ${message}`] : []),
    ...(typeof code === 'string' ? [` (${code})`] : []),
  ].join('');
  return isRecord(cause) ? `${said}, caused by ${errorText(cause)}` : said;
};

const isError = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value.type === 'string';

const fieldText = ([name, value]: readonly [string, unknown]): string =>
  isError(value) ? `${name}=${errorText(value)}` : `${name}=${valueText(value)}`;

const framesOf = (value: unknown): readonly string[] =>
  isError(value) && Array.isArray(value.stack)
    ? value.stack.filter((frame): frame is string => typeof frame === 'string')
    : [];

const recordOf = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(line);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Formats a line of the JSON log for a terminal: time of day, level, message and fields, wrapped between words, with
 * the frames of an error below. It shows nothing beyond the JSON line, which is already redacted.
 */
export const formatLogLine = (line: string, { width, colour }: Screen): string => {
  const record = recordOf(line);
  if (record === undefined) return `${printable(line.trimEnd())}\n`;
  const { level, time, message } = record;
  const label = (isLevel(level) ? level : printable(String(level))).toUpperCase().padEnd(5);
  const fields = Object.entries(record).filter(([name]) => !leftOut.has(name));
  const text = printable([String(message), ...fields.map(fieldText)].join(' '));
  const head = `${timeOfDay(time)} ${label} `;
  const indent = ' '.repeat(head.length);
  const body = wrapText(text, width, indent).slice(indent.length);
  const frames = level === 'error' ? fields.flatMap(([, value]) => framesOf(value)) : [];
  const styled =
    colour && isLevel(level)
      ? head.replace(label, styleText(levelStyles[level], label, { validateStream: false }))
      : head;
  return [`${styled}${body}`, ...frames.map((frame) => `${indent}${printable(frame)}`), ''].join('\n');
};
