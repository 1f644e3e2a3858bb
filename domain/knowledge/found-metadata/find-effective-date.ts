import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines, linesOf, maxPageLength } from './front-lines.ts';
import { isUsState, namesUsCounty, usStates } from './us-places.ts';
import {
  type DayOrder,
  datePattern,
  isoDayOf,
  readWrittenDate,
  unambiguousOrder,
  type WrittenDate,
} from './written-date.ts';

const label = String.raw`(?:effective|in (?:effect|force) (?:from|since)|valid from|(?:date |last )?revised|revision(?=\s+date))(?:\s+(?:date|on|from))?`;
/** What a document's own dates are beside in heads and feet: other dates of it, page counts, signs of a table. */
const companion = String.raw`(?:(?:supersedes?|supercedes?|superseded|issued?|reviewed|review|approved|next review|adopted|original)(?:\s+date)?[\s:|]*(?:${datePattern})|page\s+\d+(?:\s+of\s+\d+)?)`;
/**
 * A line that holds nothing but such dates, each behind its label. What comes between two parts is one class of
 * characters: parts that could share a space would make twice as many ways to match with each date of a line.
 */
const dateLine = new RegExp(
  String.raw`^[\s|#*_>•-]*(?:(?:${label}[\s:|*_]*(?:${datePattern})|${companion})[\s|*_,;–—-]{0,40})+\w{0,3}[\s|*_.]*$`,
  'i',
);
/** A label with a colon as part of a line, as titles have it. */
const withColon = new RegExp(String.raw`(?<=^|[\s|])(${label})\s*:[\s|]*(${datePattern})(?!\d)`, 'gi');
const labelledDate = new RegExp(String.raw`(${label})[\s:|*_]*(${datePattern})(?!\d)`, 'gi');
/** A label whose date is on the next line. */
const endsInLabel = new RegExp(String.raw`^[\s|]*${label}\s*:\s*$`, 'i');
/** Most lines are none of all that. */
const mayHoldLabel = /effective|revis|force|effect|valid/i;
const anyDate = new RegExp(String.raw`(?<![\d.,/-])(?:${datePattern})(?![\d/-])`, 'gi');

/** Longest line in which a label with a colon is a document's own. */
const maxHeadLength = 120;
/** Most pages that are looked at, and most dates for the order of day and month: a binder shows itself early. */
const maxPages = 50;
const maxDates = 500;

const datesOf = (lines: readonly string[]): readonly WrittenDate[] =>
  lines.flatMap((line, index) => {
    if (!mayHoldLabel.test(line)) return [];
    const whole = endsInLabel.test(line) ? `${line} ${lines[index + 1] ?? ''}` : line;
    // Within a line a label begins with a capital, which prose has not.
    const found = dateLine.test(whole)
      ? [...whole.matchAll(labelledDate)]
      : whole.length <= maxHeadLength
        ? [...whole.matchAll(withColon)].filter(([, name = '']) => /^\p{Lu}/u.test(name))
        : [];
    return found.flatMap(([, , written = '']) => readWrittenDate(written) ?? []);
  });

const namesCountryUs = (lines: readonly string[]): boolean =>
  lines.some((line) => {
    const state = /\bstate of ([a-z]+(?: [a-z]+)?)/i.exec(line)?.[1]?.toLowerCase();
    // A postal code behind the code of a state: `Santa Fe Springs, CA 90670`.
    const postal = /,\s*([A-Z]{2})\s+\d{5}(?:-\d{4})?\b/.exec(line)?.[1];
    return (state !== undefined && usStates.has(state)) || isUsState(postal) || namesUsCounty(line);
  });

/**
 * In which order a document writes day and month: as its unmistakable dates do; without any, month first in the United
 * States. `undefined` when they contradict each other or none is given.
 */
const usualOrder = (document: ReadDocument, stateCode: string | undefined): DayOrder | undefined => {
  const dates = document.pages
    .slice(0, maxPages)
    .flatMap(({ text }) => text.slice(0, maxPageLength).match(anyDate) ?? [])
    .slice(0, maxDates);
  const shown = new Set(
    dates.flatMap((written) => {
      const date = readWrittenDate(written);
      return (date && unambiguousOrder(date)) ?? [];
    }),
  );
  if (shown.size > 0) return shown.size === 1 ? [...shown][0] : undefined;
  return isUsState(stateCode) || namesCountryUs(firstPageLines(document)) ? 'month-first' : undefined;
};

/** The latest of some days; nothing when one of them is unclear. */
const latest = (dates: readonly WrittenDate[], order: DayOrder | undefined): string | undefined => {
  const days = dates.map((date) => isoDayOf(date, order));
  return days.includes(undefined) ? undefined : days.sort().at(-1);
};

/**
 * The day from which the document applies as written, ISO: the later of the day on which it took effect and the day
 * of its last revision, as the head or foot of its first page states them (`EFFECTIVE DATE: 07-01-2024`,
 * `Revised: 3/15/23`). Left out where it is unclear which number is the month, and where a later page bears a later
 * date, for then the date of the first page holds for that page alone.
 */
export const findEffectiveDate = (
  document: ReadDocument,
  properties: FileProperties,
  stateCode: string | undefined,
): string | undefined => {
  const order = usualOrder(document, stateCode);
  const declared =
    properties.effective === undefined ? undefined : readWrittenDate(properties.effective.slice(0, 40));
  if (declared) return isoDayOf(declared, order);
  const found = latest(datesOf(firstPageLines(document)), order);
  if (found === undefined) return undefined;
  const isOutdated = document.pages.slice(1, maxPages).some(({ text }) => {
    const day = latest(datesOf(linesOf(text.slice(0, maxPageLength))), order);
    return day !== undefined && day > found;
  });
  return isOutdated ? undefined : found;
};
