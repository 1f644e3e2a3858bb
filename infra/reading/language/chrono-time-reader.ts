import { createRequire } from 'node:module';
import type { ParsedComponents } from 'chrono-node';
import type { NamedDateTime } from '../../../domain/consultation/action-intent/named-time.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { TimeReader } from '../../../ports/time-reader.ts';

const require = createRequire(import.meta.url);
/** Loads chrono-node (266 modules) on first use. */
const chrono = (): typeof import('chrono-node') => require('chrono-node');

/** Characters that are read of a text: a request for an action is a sentence or two. */
const LONGEST = 2000;

const two = (value: number): string => String(value).padStart(2, '0');

const dayOf = (components: ParsedComponents): string | undefined => {
  const [year, month, day] = [components.get('year'), components.get('month'), components.get('day')];
  return year === null || month === null || day === null ? undefined : `${year}-${two(month)}-${two(day)}`;
};

/** Matches "3/4", which names the day first in most countries and the month first in the United States. */
const asNumbers = /(?<![\d/.-])(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})?(?![\d/.-])/;

/** Returns the other day that a numeric date may mean. */
const otherDayOf = (text: string, day: string | undefined): string | undefined => {
  const found = asNumbers.exec(text);
  if (!found || day === undefined) return undefined;
  const [, one = '', other = ''] = found;
  const isEither = Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other);
  if (!isEither) return undefined;
  const [year, month, date] = day.split('-');
  return `${year}-${date}-${month}`;
};

const DAY_MS = 24 * 60 * 60_000;
const nextWeekday = /\bnext\s+(?:mon|tue|wed|thu|fri|sat|sun)/i;

/** Returns the day a week earlier: "next Friday", said on a Monday, means this week's Friday to many. */
const sooner = (text: string, day: string | undefined, today: string): string | undefined => {
  if (day === undefined || !nextWeekday.test(text)) return undefined;
  const earlier = new Date(Date.parse(`${day}T00:00:00Z`) - 7 * DAY_MS).toISOString().slice(0, 10);
  return earlier > today ? earlier : undefined;
};

const momentOf = (components: ParsedComponents, text: string, today: string): NamedDateTime => {
  // "Next week" names no day.
  const isSpan = /\b(?:this|next|last|past|coming)\s+(?:\d{1,3}\s+)?(?:weeks?|months?|years?)\b/i.test(text);
  const names = (part: 'day' | 'weekday' | 'hour' | 'meridiem'): boolean => components.isCertain(part);
  const isDay = names('day') && !isSpan;
  const day = isDay || names('weekday') ? dayOf(components) : undefined;
  const otherDay = otherDayOf(text, day) ?? sooner(text, day, today);
  const hour = names('hour') ? components.get('hour') : null;
  if (hour === null) return omitUndefined({ day, otherDay });
  const minute = two(components.get('minute') ?? 0);
  const isOpen =
    !names('meridiem') && hour >= 1 && hour <= 12 && !/\b0\d:\d{2}|\bnoon\b|\bmidnight\b/i.test(text);
  return omitUndefined({
    day,
    otherDay,
    time: `${two(hour)}:${minute}`,
    otherTime: isOpen ? `${two((hour + 12) % 24)}:${minute}` : undefined,
  });
};

/** Returns the minutes by which a zone is ahead of UTC at an instant. */
const offsetOf = (instant: Date, timeZone: string): number => {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(offset ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** Reads English dates and times with chrono-node. A weekday means its next occurrence. */
export const readTimes: TimeReader = (text, { now, timeZone }) => {
  const instant = new Date(now);
  const offset = offsetOf(instant, timeZone);
  const today = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 10);
  const found = chrono().casual.parse(
    text.slice(0, LONGEST),
    { instant, timezone: offset },
    { forwardDate: true },
  );
  return found.map(({ index, text: words, start, end }) => ({
    start: index,
    end: index + words.length,
    from: momentOf(start, words, today),
    ...(end ? { until: momentOf(end, words, today) } : {}),
  }));
};
