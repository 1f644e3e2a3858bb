import type { DocumentFormat } from '../document-format.ts';
import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import {
  firstPageLines,
  isOwnCitation,
  journalCitation,
  linesOf,
  maxPageLength,
  withoutReferences,
} from './front-lines.ts';
import { monthPattern } from './written-date.ts';

const year = String.raw`(?:19|20)\d\d`;
/**
 * A line that only states a publication date, perhaps with the publisher. At most a few words precede the year (`on
 * 12th of Jan.`): more would only be further ways to match the same full stops.
 */
const published = new RegExp(
  String.raw`^\W*(?:first |last )?(?:published|publication date|date of publication|date published|year of publication)(?: online| in print)?(?: by [^.,;:]{1,60},)?[\s:]+(?:(?:\d{1,2}(?:st|nd|rd|th)?|${monthPattern}|on|in)[\s,./-]+){0,4}(?<year>${year})(?:[-/.]\d{1,2}[-/.]\d{1,2})?(?=\W*$|\s*[|;(])`,
  'i',
);
/** `© 2019–2023 Name`, `Copyright 2021, 2018 by Name`. Picture credits are within sentences. */
const copyright = new RegExp(
  String.raw`^\W*(?:copyright(?:\s*(?:©|\(c\)))?|©)\s*(?<years>${year}(?:\s*[-–,]\s*${year})*)\b`,
  'i',
);
const citation = new RegExp(String.raw`\b(?<year>${year})(?=[^;]{0,20};)`);
/** Pages at the front on which a book or guideline states its imprint. */
const imprintPages = 3;

const everyYear = new RegExp(year, 'g');
const yearsIn = (text: string | undefined): readonly number[] => (text?.match(everyYear) ?? []).map(Number);

/** The year on which all lines agree, taking the latest of each line; nothing when they differ. */
const onlyYear = (lines: readonly string[], pattern: RegExp): number | undefined => {
  const years = new Set(
    lines.flatMap((line) => {
      const groups = pattern.exec(line)?.groups;
      return groups ? [Math.max(...yearsIn(groups.year ?? groups.years))] : [];
    }),
  );
  return years.size === 1 ? [...years][0] : undefined;
};

const yearOfDate = new RegExp(String.raw`(?<!\d)${year}(?=\D|$|[01]\d[0-3]\d(?!\d))`);

/** The year of a date in any notation: `2022/08/23`, `20220823`, `August 2022`. */
const declaredYear = (written: string | undefined): number | undefined => {
  const found = yearOfDate.exec(written ?? '')?.[0];
  return found === undefined ? undefined : Number(found);
};

/**
 * Finds the year of publication, from the most to the least certain source: the file's own publication date; `Published
 * …` on a line of the front pages; the document's own citation; its copyright line, except that of a web page, which
 * counts the years of the site. A year after the file was saved belongs to another work.
 */
export const findPublicationYear = (
  document: ReadDocument,
  properties: FileProperties,
  format: DocumentFormat,
): number | undefined => {
  const declared = declaredYear(properties.published);
  if (declared !== undefined) return declared;
  const front = withoutReferences([
    ...firstPageLines(document),
    ...document.pages.slice(1, imprintPages).flatMap(({ text }) => linesOf(text.slice(0, maxPageLength))),
  ]);
  const isJournals = (line: string): boolean => journalCitation.test(line);
  const found =
    onlyYear(front, published) ??
    onlyYear((properties.remarks ?? []).filter(isJournals), citation) ??
    onlyYear(
      front.filter((line) => isOwnCitation(line) && isJournals(line)),
      citation,
    ) ??
    (format === 'html' ? undefined : onlyYear(front, copyright));
  const { savedIn } = properties;
  // An issue often bears the year after its production.
  return found !== undefined && savedIn !== undefined && found > savedIn + 1 ? undefined : found;
};
