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
/** Text beside a document's own dates in headers and footers: its other dates, page counts, table characters. */
const companion = String.raw`(?:(?:supersedes?|supercedes?|superseded|issued?|reviewed|review|approved|next review|adopted|original)(?:\s+date)?[\s:|]*(?:${datePattern})|page\s+\d+(?:\s+of\s+\d+)?)`;
/**
 * A line of such dates only, each after its label. A single character class separates two parts: parts that could share
 * a space would double the ways to match with each date of a line.
 */
const dateLine = new RegExp(
  String.raw`^[\s|#*_>•-]*(?:(?:${label}[\s:|*_]*(?:${datePattern})|${companion})[\s|*_,;–—-]{0,40})+\w{0,3}[\s|*_.]*$`,
  'i',
);
/** A label with a colon within a line, as in titles. */
const withColon = new RegExp(String.raw`(?<=^|[\s|])(${label})\s*:[\s|]*(${datePattern})(?!\d)`, 'gi');
const labelledDate = new RegExp(String.raw`(${label})[\s:|*_]*(${datePattern})(?!\d)`, 'gi');
/** A label whose date is on the next line. */
const endsInLabel = new RegExp(String.raw`^[\s|]*${label}\s*:\s*$`, 'i');
/** A cheap test that rejects most lines. */
const mayHoldLabel = /effective|revis|force|effect|valid/i;
const anyDate = new RegExp(String.raw`(?<![\d.,/-])(?:${datePattern})(?![\d/-])`, 'gi');

/** The longest line in which a label with a colon is the document's own, in characters. */
const maxHeadLength = 120;
/** The most pages examined, and the most dates for the order of day and month: a binder shows early that it is one. */
const maxPages = 50;
const maxDates = 500;

const datesOf = (lines: readonly string[]): readonly WrittenDate[] =>
  lines.flatMap((line, index) => {
    if (!mayHoldLabel.test(line)) return [];
    const whole = endsInLabel.test(line) ? `${line} ${lines[index + 1] ?? ''}` : line;
    // Within a line a label begins with a capital, unlike prose.
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
    // A postal code after the code of a state: `Santa Fe Springs, CA 90670`.
    const postal = /,\s*([A-Z]{2})\s+\d{5}(?:-\d{4})?\b/.exec(line)?.[1];
    return (state !== undefined && usStates.has(state)) || isUsState(postal) || namesUsCounty(line);
  });

/**
 * The order of day and month in a document: that of its unambiguous dates; without any, month first in the United
 * States. `undefined` when they contradict each other or nothing shows it.
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

/** The latest of the dates; `undefined` when one of them is ambiguous. */
const latest = (dates: readonly WrittenDate[], order: DayOrder | undefined): string | undefined => {
  const days = dates.map((date) => isoDayOf(date, order));
  return days.includes(undefined) ? undefined : days.sort().at(-1);
};

/**
 * Finds the day from which the document applies, ISO: the later of its effective date and its last revision, as the
 * header or footer of its first page states them (`EFFECTIVE DATE: 07-01-2024`, `Revised: 3/15/23`). Returns nothing
 * where it is unclear which number is the month, and where a later page bears a later date, because the first page's
 * date is then that page's alone.
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
