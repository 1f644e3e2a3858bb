import { isRecord } from '../kernel/is-record.ts';

type Reading = {
  /** The time zone in which instants are shown. */
  readonly timeZone: string;
  /** Long texts that are shown elsewhere and omitted here. */
  readonly elsewhere?: readonly string[];
};

/** The most lines and characters of one result: as many as a person or a model reads. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 8000;
/** The shortest text that is compared with those shown elsewhere. */
const LONG = 120;
/** The nesting depth up to which a result is shown; deeper parts are omitted. */
const DEEPEST = 4;

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

const weekday = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(date);

const parts = (date: Date, timeZone: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );

/** An instant or a day in readable form with its day of the week; any other text unchanged. */
const sayText = (text: string, timeZone: string): string => {
  if (day.test(text)) {
    const date = new Date(`${text}T12:00:00Z`);
    return Number.isNaN(date.getTime()) ? text : `${text} (${weekday(date, 'UTC')})`;
  }
  const found = instant.exec(text);
  if (!found) return text;
  const [, date = '', time = '', offset] = found;
  // Without an offset it is shown as is, in the zone that the tool meant.
  if (offset === undefined)
    return `${date} ${time} (${weekday(new Date(`${date}T12:00:00Z`), 'UTC')}, ${twelveHours(time)})`;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const clockParts = parts(at, timeZone);
  const clock = `${clockParts.hour}:${clockParts.minute}`;
  return `${clockParts.year}-${clockParts.month}-${clockParts.day} ${clock} (${weekday(at, timeZone)}, ${twelveHours(clock)})`;
};

/** "14:00" on a twelve-hour clock as well, because an answer may use either. */
const twelveHours = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Text on one line, without any line breaks: nothing that a tool returns can begin a separate line. */
const onOneLine = (text: string): string =>
  text
    .split(/[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ');

const wordsOf = (name: string): string => onOneLine(name.replaceAll('_', ' '));

/** List entries of at least this length are sentences: a prohibition in one must not be read into its neighbours. */
const SENTENCE = 40;
const isOfItems = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) &&
  value.some((one) => isRecord(one) || (typeof one === 'string' && one.length >= SENTENCE));

const asItem = (text: string): string => (text === '' ? '' : `- ${text}`);

/** A value followed by its unit, as people write it and as answers are checked: `value: 6.8 mmol/L`. */
const withUnits = (thing: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { unit, ...others } = thing;
  if (typeof unit !== 'string' || unit === '') return thing;
  const amounts = ['value', 'low', 'high'].filter((name) => typeof thing[name] === 'number');
  if (amounts.length === 0) return thing;
  return Object.fromEntries(
    Object.entries(others).map(([name, member]) => [
      name,
      amounts.includes(name) ? `${String(member)} ${unit}` : member,
    ]),
  );
};

/**
 * Formats the result of a tool as lines: `name: value`, and one line per item of a list. Instants are shown in a time
 * zone, with their day of the week. A result that is too long is cut, and its last line says so.
 */
export const resultLines = (
  result: Readonly<Record<string, unknown>>,
  { timeZone, elsewhere = [] }: Reading,
): string => {
  const lines: string[] = [];
  let room = MOST_CHARACTERS;

  const scalar = (value: unknown): string | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return undefined;
    if (value.length >= LONG && elsewhere.some((text) => text.includes(value) || value.includes(text)))
      return undefined;
    return onOneLine(sayText(value, timeZone));
  };
  const write = (line: string): boolean => {
    if (lines.length >= MOST_LINES || line.length > room) return false;
    lines.push(line);
    room -= line.length;
    return true;
  };
  /** An item on one line. */
  const inLine = (value: unknown, depth: number): string => {
    if (depth > DEEPEST) return '';
    if (Array.isArray(value))
      return value
        .map((one) => inLine(one, depth + 1))
        .filter((text) => text !== '')
        .join(', ');
    if (!isRecord(value)) return scalar(value) ?? '';
    return Object.entries(withUnits(value))
      .map(([name, member]) => [wordsOf(name), inLine(member, depth + 1)] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${name}: ${text}`)
      .join('; ');
  };
  for (const [name, value] of Object.entries(result)) {
    const isList = isOfItems(value);
    const entryLines = isList
      ? [`${wordsOf(name)}:`, ...value.map((one: unknown) => inLine(one, 1)).map(asItem)]
      : [inLine(value, 1)];
    for (const [at, text] of entryLines.entries()) {
      if (text === '') continue;
      if (!write(isList || at > 0 ? text : `${wordsOf(name)}: ${text}`)) {
        lines.push('[…] The result goes on; the whole of it is in the call of the tool.');
        return lines.join('\n');
      }
    }
  }
  return lines.join('\n');
};
