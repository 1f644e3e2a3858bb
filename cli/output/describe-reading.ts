import type { ReadingQuality } from '../../domain/indexing/reading-quality.ts';

/** Rounds down, because the value is presented as a minimum. */
const hundredths = (share: number): string => (Math.floor(share * 100) / 100).toFixed(2);

/** The maximum number of page ranges to name; more would drown out the rest of the sentence. */
const MAX_STRETCHES = 10;

type Stretch = { readonly first: number; readonly last: number };

const stretchesOf = (pages: readonly number[]): readonly Stretch[] => {
  const stretches: Stretch[] = [];
  for (const page of pages) {
    const before = stretches.at(-1);
    if (before && page === before.last + 1) stretches[stretches.length - 1] = { ...before, last: page };
    else stretches.push({ first: page, last: page });
  }
  return stretches;
};

/** Names pages, where `listed` are the first of `count`: "page 7", "pages 1–4, 9 and 120 more". */
const namePages = (listed: readonly number[], count: number): string => {
  const named = stretchesOf(listed).slice(0, MAX_STRETCHES);
  const texts = named.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  const rest = count - named.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return `page${count === 1 ? '' : 's'} ${texts.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

/**
 * Describes which pages of a document could not be read or were read by OCR, e.g. "page 7 could not be read; pages 1–4
 * were read by OCR, confidence at least 0.83". Undefined when all pages were read as text.
 */
export const describeReading = (reading: ReadingQuality): string | undefined => {
  const { ocrPages, ocrPageCount, failedPages, failedPageCount, lowestOcrConfidence } = reading;
  const parts = [
    ...(failedPageCount === 0 ? [] : [`${namePages(failedPages, failedPageCount)} could not be read`]),
    ...(ocrPageCount === 0
      ? []
      : [
          `${namePages(ocrPages, ocrPageCount)} ${ocrPageCount === 1 ? 'was' : 'were'} read by OCR${
            lowestOcrConfidence === null ? '' : `, confidence at least ${hundredths(lowestOcrConfidence)}`
          }`,
        ]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
};
