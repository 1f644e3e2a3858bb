import type { Document, IndexingJob } from '../../../client/index.ts';

/** The kinds of sources, as people name them. */
export const sourceTypeWords: Readonly<Record<Document['sourceType'], string>> = {
  guideline: 'Guideline',
  protocol: 'Protocol',
  textbook: 'Textbook',
  journal: 'Journal article',
  drug_formulary: 'Drug formulary',
  policy: 'Policy',
  note: 'Clinical note',
};

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
type Words = { readonly text: string; readonly tone: Tone };

export const documentStatusWords: Readonly<Record<Document['status'], Words>> = {
  indexing: { text: 'Being indexed', tone: 'accent' },
  searchable: { text: 'Searchable', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
};

export const jobStateWords: Readonly<Record<IndexingJob['state'], Words>> = {
  PENDING: { text: 'Waiting', tone: 'neutral' },
  RUNNING: { text: 'Running', tone: 'accent' },
  COMPLETED: { text: 'Completed', tone: 'success' },
  FAILED: { text: 'Failed', tone: 'danger' },
  SUPERSEDED: { text: 'Superseded', tone: 'neutral' },
};

/** What an indexing job is doing. */
export const stageWords: Readonly<Record<NonNullable<IndexingJob['stage']>, string>> = {
  extract: 'Reading the file',
  clean: 'Cleaning the text',
  chunk: 'Dividing into passages',
  embed: 'Computing vectors',
  publish: 'Adding to the index',
};

/** Below this share, words that OCR read are often wrong. */
const LOW_CONFIDENCE = 0.8;

type Reading = Pick<
  Document,
  'failedPages' | 'failedPageCount' | 'ocrPageCount' | 'lowestOcrConfidence' | 'warnings'
>;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const pageList = (pages: readonly number[], count: number): string =>
  `${pages.slice(0, 8).join(', ')}${count > Math.min(pages.length, 8) ? ' …' : ''}`;

/** Something that a person should know of how a file was read. */
export type ReadingNote = {
  readonly key: string;
  readonly text: string;
  readonly tone: 'warning' | 'neutral';
};

/** How a file was read: pages that failed, what OCR read how surely, and parts that are hidden or could not be read. */
export const readingNotes = (reading: Reading): readonly ReadingNote[] => {
  const { failedPages, failedPageCount, ocrPageCount, lowestOcrConfidence, warnings } = reading;
  const failed: readonly ReadingNote[] =
    failedPageCount === 0
      ? []
      : [
          {
            key: 'failed',
            tone: 'warning',
            text: `${failedPageCount === 1 ? 'Page' : `${failedPageCount} pages`} could not be read: ${pageList(failedPages, failedPageCount)}`,
          },
        ];
  const isUnsure = lowestOcrConfidence !== null && lowestOcrConfidence < LOW_CONFIDENCE;
  const sure = lowestOcrConfidence === null ? '' : `, at least ${percent(lowestOcrConfidence)} sure`;
  const read: readonly ReadingNote[] =
    ocrPageCount === 0
      ? []
      : [
          {
            key: 'ocr',
            tone: isUnsure ? 'warning' : 'neutral',
            text: `${ocrPageCount} ${ocrPageCount === 1 ? 'page' : 'pages'} read by OCR${sure}`,
          },
        ];
  return [...failed, ...read, ...warnings.map((text) => ({ key: text, text, tone: 'warning' as const }))];
};

/** A number of bytes as people write it. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
