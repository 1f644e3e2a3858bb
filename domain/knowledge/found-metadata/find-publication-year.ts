import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines, isOwnCitation, journalCitation, linesOf, withoutReferences } from './front-lines.ts';

const year = String.raw`(?:19|20)\d\d`;
const published = new RegExp(
  String.raw`^\W*(?:first |last )?(?:published|publication date|date of publication|date published|year of publication)(?: (?:online|in print|on|in))?\b\s*:?[^.;]{0,40}?\b(${year})\b`,
  'i',
);
/** `© 2019–2023 Name`, `Copyright 2021 by Name`: the last year counts. */
const copyright = new RegExp(
  String.raw`(?:©|\(c\)|\bcopyright\b)\s*(?:©|\(c\))?\s*(?:${year}\s*[-–,]\s*)*(${year})\b`,
  'i',
);
/** Pages at the front on which a book or guideline states its imprint. */
const imprintPages = 3;

const latestOf = (years: readonly number[]): number | undefined =>
  years.length === 0 ? undefined : Math.max(...years);

const yearsBy = (lines: readonly string[], pattern: RegExp): readonly number[] =>
  lines.flatMap((line) => {
    const found = pattern.exec(line)?.[1];
    return found === undefined ? [] : [Number(found)];
  });

const declaredYear = (written: string | undefined): number | undefined => {
  const found = new RegExp(String.raw`(?<!\d)${year}(?!\d)`).exec(written ?? '')?.[0];
  return found === undefined ? undefined : Number(found);
};

/**
 * The year of publication, from the most to the least certain: the file's own publication date; `Published …` on a line
 * of the front pages; how the document is to be cited; its copyright line. What a program saved earlier cannot have
 * been published later: such a year is somebody else's.
 */
export const findPublicationYear = (
  document: ReadDocument,
  properties: FileProperties,
): number | undefined => {
  const declared = declaredYear(properties.published);
  if (declared !== undefined) return declared;
  const front = withoutReferences([
    ...firstPageLines(document),
    ...document.pages.slice(1, imprintPages).flatMap(({ text }) => linesOf(text.slice(0, 20_000))),
  ]);
  const citation = new RegExp(String.raw`\b(${year})(?=[^;]{0,20};)`);
  const remarks = (properties.remarks ?? []).filter((remark) => journalCitation.test(remark));
  const found =
    latestOf(yearsBy(front, published)) ??
    latestOf(yearsBy(remarks, citation)) ??
    latestOf(
      yearsBy(
        front.filter((line) => isOwnCitation(line) && journalCitation.test(line)),
        citation,
      ),
    ) ??
    latestOf(yearsBy(front, copyright));
  const { savedIn } = properties;
  // An issue often bears the year after the one in which it was made.
  return found !== undefined && savedIn !== undefined && found > savedIn + 1 ? undefined : found;
};
