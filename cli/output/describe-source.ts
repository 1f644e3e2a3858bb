import { plainLine } from '../plain-text.ts';

/** Formats pages as in a citation: `p. 3`, `pp. 3-5, 8`. */
export const describePages = (pages: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
  if (text === '') return '';
  return `${pages.length === 1 ? 'p.' : 'pp.'} ${text}`;
};

/** Describes the place of a passage on one line: pages, section, OCR confidence if OCR read it, and score. */
export const describePlace = (source: {
  readonly pages: readonly number[];
  readonly section: string;
  readonly score: number;
  readonly ocrConfidence?: number | undefined;
  /** The external source, if any. It ranks its own results, so that its score is meaningless here. */
  readonly source?: string | undefined;
}): string =>
  [
    describePages(source.pages),
    plainLine(source.section),
    source.ocrConfidence === undefined ? '' : `read by OCR, confidence ${source.ocrConfidence.toFixed(2)}`,
    source.source === undefined ? `score ${source.score.toFixed(2)}` : 'not checked by this hospital',
  ]
    .filter((part) => part !== '')
    .join(' · ');
