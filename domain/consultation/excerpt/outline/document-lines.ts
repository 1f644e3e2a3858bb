import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { listIntroductions, listLabels, splitInlineLabel } from '../list-labels.ts';
import type { LinePlace } from './block.ts';
import { joinItemsAcrossPages } from './join-pages.ts';
import { joinColumnHeads } from './population-columns.ts';
import type { ReadLine } from './read-line.ts';
import { sectionLines, sectionNumberOf, withoutContents } from './section-lines.ts';

/** Repeated page furniture: revision dates, page numbers, signature lines. */
const furniture =
  /\bpage \d+ of \d+\b|^(?:revised|effective(?: date)?|supersedes|supercedes|approved)\s*:|_{6,}|^director, .* medical director\b|^this label may not be the latest approved\b|^for current labell?ing information, please visit\b|^reference id: \d+$/i;
const isFurniture = (line: string): boolean => furniture.test(line);

/** Heading marks before the bullet of an item: a list item is not a heading. */
const headingMarksOfItem = /^#{1,6}\s+(?=[•▪◦●○◊❖o]\s)/;

/** The page of a character of the cleaned text; the pages of the passage if its page breaks are not known. */
const pagesAt = (
  { firstPage, lastPage, pageBreaks }: Passage,
  at: number | undefined,
): LinePlace['pages'] => {
  if (firstPage === lastPage || pageBreaks === undefined || at === undefined) return [firstPage, lastPage];
  const page = Math.min(lastPage, firstPage + pageBreaks.filter((begins) => begins <= at).length);
  return [page, page];
};

/**
 * The lines of passages in reading order. Overlaps of two passages are taken once, as are the banners and the heading
 * of a table that a later part repeats. An empty line marks missing text or the end of a paragraph.
 */
const linesOf = (passages: readonly Passage[]): readonly ReadLine[] => {
  let readTo: number | undefined;
  return passages.flatMap((passage) => {
    const { text, start, end } = passage;
    // Text before the plain stretch of the document is repeated from above; a shorter text is not a stretch of it.
    const lead = start === undefined || end === undefined ? -1 : text.length - (end - start);
    const isStretch = lead >= 0 && start !== undefined;
    const continues = isStretch && readTo !== undefined && start <= readTo + 1;
    const from = isStretch && readTo !== undefined && continues ? lead + Math.max(0, readTo - start) : 0;
    readTo = end;
    const repeated = isStretch ? text.slice(0, lead).split('\n') : [];
    const leads = repeated.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('|'));
    let at = from;
    let number = text.slice(0, from).split('\n').length - 1;
    const lines = text
      .slice(from)
      .split('\n')
      .flatMap((line): readonly ReadLine[] => {
        const position = isStretch ? start + Math.max(0, at - lead) : undefined;
        at += line.length + 1;
        number += 1;
        const trimmed = line.trim().replace(headingMarksOfItem, '');
        const isRepeated = isStretch && at <= lead;
        const place = {
          passage,
          pages: pagesAt(passage, position),
          ...(isRepeated ? {} : { line: number }),
        };
        // The banners of a lead go to the table that they apply to.
        if (position !== undefined && at <= lead && leads.includes(trimmed)) return [];
        if (isFurniture(trimmed)) return [];
        const indent = line.length - line.trimStart().length;
        return splitInlineLabel(trimmed).map((one) => ({
          text: one,
          place,
          indent,
          ...(leads.length === 0 ? {} : { leads }),
        }));
      });
    const gap: ReadLine = { text: '', place: { passage, pages: pagesAt(passage, start) } };
    return continues ? lines : [gap, ...lines];
  });
};

const entry = /^(?:[•▪◦●○◊❖\uf0b7–-]|o|\d{1,2}[.)])\s/;

/** The lines of passages, with marks on those that name the list below them. */
export const labelledLinesOf = (passages: readonly Passage[]): readonly ReadLine[] => {
  const lines = joinItemsAcrossPages(joinColumnHeads(withoutContents(linesOf(passages))));
  const texts = lines.map(({ text }) => text);
  const labels = listLabels(texts);
  const leading = listIntroductions(texts);
  const sections = sectionLines(texts);
  const numberOf = (at: number, text: string): Pick<ReadLine, 'section'> =>
    omitUndefined({
      section: sections.has(at) ? sectionNumberOf(text.replace(/^#{1,6}\s+/, '')) : undefined,
    });
  return lines.map((line, at) => ({
    ...line,
    ...(labels.has(at) ? { isLabel: true } : {}),
    ...(leading.has(at) ? { leadsList: true } : {}),
    ...numberOf(at, line.text),
    ...(entry.test(lines[at + 1]?.text ?? '') ? { isAboveEntry: true } : {}),
  }));
};
