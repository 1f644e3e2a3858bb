import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { NamedTime } from './named-time.ts';
import { trimEnds } from './trim-ends.ts';

/** The time named in a request, with the rest of its text. */
export type TimePhrase = {
  /** The day and the time, if named, each with its other meaning, if any. */
  readonly day?: string;
  readonly otherDay?: string;
  readonly time?: string;
  readonly otherTime?: string;
  readonly untilDay?: string;
  readonly untilTime?: string;
  readonly otherUntilTime?: string;
  readonly minutes?: number;
  readonly isAllDay: boolean;
  /** Whether the time is contradictory, vague, repeating or in another time zone. */
  readonly isUnclear: boolean;
  /** The text without the time. */
  readonly rest: string;
  /** The text with the time replaced by `other`. */
  readonly saying: (other: string) => string;
};

type Stretch = { readonly start: number; readonly end: number };

const length =
  /\b(?:(?:for|lasting)\s+)?(?:(\d{1,3})(\.\d)?[ -]?(minutes?|mins?|hours?|hrs?|h)|half an hour|an hour)\b/gi;
const allDay = /\b(?:the\s+)?(?:all|whole|entire)[ -]day\b/i;

const minutesIn = ([text, whole, part = '', unit = '']: readonly (string | undefined)[]): number => {
  if (whole === undefined) return text?.toLowerCase().includes('half') ? 30 : 60;
  const amount = Number(`${whole}${part}`);
  return Math.round(unit.toLowerCase().startsWith('m') ? amount : amount * 60);
};

/** A duration; "in 2 hours" names the start instead. */
const durationIn = (text: string): (Stretch & { readonly minutes: number }) | undefined => {
  for (const found of text.matchAll(length)) {
    const { index } = found;
    if (/\b(?:in|within|after)\s+$/i.test(text.slice(Math.max(0, index - 10), index))) continue;
    return { start: index, end: index + found[0].length, minutes: minutesIn(found) };
  }
  return undefined;
};

/** "Every Monday": a repetition is not one day. */
const repeats =
  /\b(?:every|each)\s+(?:other\s+|second\s+|\d{1,2}\s+)?(?:hours?|days?|weeks?|months?|years?|mornings?|evenings?|nights?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:recurring|repeating)\b/i;
/** A time with its own zone is not converted. */
const ofZone =
  /\d\s?(?:[ap]\.?m\.?\s?)?(?:UTC|GMT|Z|[ECMP][SD]T|AK[SD]T|HST|CES?T|BST)(?:[+-]\d{1,2})?\b|\d{2}:\d{2}[+-]\d{2}/i;
/** Words that leave the time open. */
const isVague = /\b(?:before|around|about|approximately|sometime|between|or)\b|(?<!\bday )\bafter\b/i;
const vagueBefore =
  /\b(?:before|after|around|about|approximately|sometime|between|or|(?:end|start|beginning|middle) of(?: the)?)\s+$/i;
/** "Friday week" is the Friday of the week after. */
const shiftsAfter = /^\s+week\b/i;

const blank = (text: string, { start, end }: Stretch): string =>
  `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;

const dangling: ReadonlySet<string> = new Set(['on', 'at', 'from', 'for', 'by', 'until', 'due']);

/** Removes the connecting words left behind by a removed part. */
export const trimLooseEnds = (text: string): string => {
  const parts = text.split(/[,;]/).map((part) => part.trim().replace(/\s+/g, ' '));
  const words = trimEnds(parts.filter((part) => part !== '').join(', '), ' .:-', ' .,:;!?-').split(' ');
  const last = words.findLastIndex((word) => !dangling.has(trimEnds(word, ',;').toLowerCase()));
  return trimEnds(words.slice(0, last + 1).join(' '), ' .,:;!?');
};

/** Parses the time in a request. At most one day and one time are understood; any more make it unclear. */
export const readTimePhrase = (
  text: string,
  readTimes: (text: string) => readonly NamedTime[],
): TimePhrase => {
  const wholeDay = allDay.exec(text);
  const isAllDay = wholeDay !== null;
  const withoutAll = wholeDay
    ? blank(text, { start: wholeDay.index, end: wholeDay.index + wholeDay[0].length })
    : text;
  const duration = durationIn(withoutAll);
  const withoutDuration = duration ? blank(withoutAll, duration) : withoutAll;
  // A match without a day or a time, such as Mr. March, stays in the text.
  const times = readTimes(withoutDuration).filter(
    ({ from }) => from.day !== undefined || from.time !== undefined,
  );
  const isOpen = times.some(
    ({ start, end }) =>
      isVague.test(withoutDuration.slice(start, end)) ||
      vagueBefore.test(withoutDuration.slice(Math.max(0, start - 30), start)) ||
      shiftsAfter.test(withoutDuration.slice(end, end + 10)),
  );
  const days = times.filter(({ from }) => from.day !== undefined);
  const hours = times.filter(({ from }) => from.time !== undefined);
  const [dayAt] = days;
  const [hourAt] = hours;
  const rest = times.reduce(blank, withoutDuration);
  const [first] = times;
  return {
    isAllDay,
    isUnclear:
      days.length > 1 ||
      hours.length > 1 ||
      (times.length > 0 && (isOpen || repeats.test(text) || ofZone.test(text))),
    rest: trimLooseEnds(rest),
    saying: (other) =>
      first === undefined
        ? `${text}, ${other}`
        : times
            .slice(1)
            .reduce(
              blank,
              `${text.slice(0, first.start).replace(/\b(?:on|at|from|by)\s+$/i, '')}${other.padEnd(first.end - first.start)}${text.slice(first.end)}`,
            )
            .replace(/\s+/g, ' '),
    ...omitUndefined({
      day: dayAt?.from.day,
      otherDay: dayAt?.from.otherDay,
      time: hourAt?.from.time,
      otherTime: hourAt?.from.otherTime,
      untilDay: dayAt?.until?.day,
      untilTime: hourAt?.until?.time,
      otherUntilTime: hourAt?.until?.otherTime,
      minutes: duration?.minutes,
    }),
  };
};

/** Adds minutes to a local time: `2026-11-24T14:00` and 30 give `2026-11-24T14:30`. */
export const addMinutes = (moment: string, minutes: number): string =>
  new Date(Date.parse(`${moment}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);

const clock = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
};

type Choice = { readonly id: string; readonly label: string; readonly readAs: string };

/** Returns the possible meanings of an ambiguous date or time, each as a rewording of the whole request. */
export const choicesOf = (when: TimePhrase): readonly Choice[] => {
  const { day, otherDay, time, otherTime, untilTime, otherUntilTime, saying } = when;
  const say = (date: string | undefined, from: string | undefined, until: string | undefined): string =>
    [
      ...(date === undefined ? [] : [`on ${date}`]),
      // With AM or PM, because "at 11:00" would be ambiguous again.
      ...(from === undefined
        ? []
        : [until === undefined ? `at ${clock(from)}` : `from ${clock(from)} to ${clock(until)}`]),
    ].join(' ');
  if (otherDay !== undefined && otherTime === undefined) {
    return [day, otherDay].flatMap((date): readonly Choice[] =>
      date === undefined
        ? []
        : [{ id: `day-${date}`, label: date, readAs: saying(say(date, time, untilTime)) }],
    );
  }
  if (otherDay !== undefined || time === undefined || otherTime === undefined) return [];
  /** From 11 to 1 is from 11 AM to 1 PM: the first possible end after the start. */
  const endOf = (from: string): string | undefined =>
    [untilTime, otherUntilTime].filter((end) => end !== undefined && end > from).toSorted()[0] ?? untilTime;
  return [time, otherTime].map((from) => ({
    id: `at-${from.replace(':', '')}`,
    label: clock(from),
    readAs: saying(say(day, from, endOf(from))),
  }));
};
