import type { AnswerCitation } from './answer-citation.ts';
import { type ExcerptPart, joinParts } from './excerpt/write-excerpt.ts';
import { headingForAnswer, nameOf } from './name-document.ts';
import { ocrMark } from './ocr-mark.ts';

/** Formats the pages of the parts, with runs as ranges. */
const inPages = (parts: readonly ExcerptPart[]): string => {
  const pages = [...new Set(parts.flatMap((part) => part.pages))].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && page === run[1] + 1) run[1] = page;
    else runs.push([page, page]);
  }
  const written = runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${written.join(', ')}`;
};

/**
 * Joins the parts of one section on the same or the next page, with a mark where they are not consecutive: the head
 * of a step and its dose must not look like two things, and no head is repeated.
 */
const inWhole = (parts: readonly ExcerptPart[]): readonly (readonly ExcerptPart[])[] => {
  const groups: ExcerptPart[][] = [];
  for (const part of parts) {
    const before = groups.at(-1)?.at(-1);
    const isBeside = before?.section === part.section && part.notes.length === 0 && before.notes.length === 0;
    if (before !== undefined && (part.continues || isBeside)) groups.at(-1)?.push(part);
    else groups.push([part]);
  }
  return groups;
};

/** Formats a citation: each part verbatim, below its number, document, pages and section. */
export const quoteCitation = ({ n, parts, passage, dated }: AnswerCitation): string =>
  inWhole(parts)
    .map((group, index) => {
      const [first] = group;
      const section = first?.section ?? '';
      const place = [
        ...(index === 0 ? [nameOf(passage)] : []),
        ...(index === 0 && dated === true ? [`effective ${passage.effectiveDate}`] : []),
        inPages(group),
        ...(section ? [headingForAnswer(section)] : []),
      ];
      const notes = [...new Set(group.flatMap((part) => part.notes))].map((note) => `\n[${note}]`);
      const mark = ocrMark(group.map((part) => part.passage));
      return `[${n}] ${place.join(', ')}${mark}:${notes.join('')}\n${joinParts(group)}`;
    })
    .join('\n\n');
