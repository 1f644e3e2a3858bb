import { plainLine } from '../plain-text.ts';

/** Pages as people write them: `p. 3`, `pp. 3-5, 8`. */
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

/** The place of a passage: page, section, OCR confidence if OCR read it, and score, on one line. */
export const describePlace = (source: {
  readonly pages: readonly number[];
  readonly section: string;
  readonly score: number;
  readonly ocrConfidence?: number | undefined;
  /** Of a source outside, which ranks by itself: its score says nothing. */
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
