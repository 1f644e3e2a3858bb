import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { tableHeadOf } from './table-head.ts';
import { sectionPathsOf, titleFaults, titleFaultsOf } from './title-faults.ts';
import { recallWords, type WordRecall } from './word-recall.ts';

/**
 * What can go wrong in reading: the faults of titles, tables without a head or with values for a head, and private-use
 * or lost characters in passages.
 */
export const readingFaults = [...titleFaults, 'headless', 'values', 'private', 'lost'] as const;
type ReadingFault = (typeof readingFaults)[number];

/** Figures of the reading of one document. */
export type DocumentReading = {
  readonly passages: number;
  readonly tables: number;
  /** Each fault with its title path or the beginning of its passage. A path is listed once per document. */
  readonly faults: readonly { readonly kind: ReadingFault; readonly at: string }[];
  /** Absent without another program's reading. */
  readonly recall?: WordRecall;
};

const shownOf = (text: string): string => text.slice(0, 100).replaceAll(/\s+/g, ' ');

/**
 * Measures how a document was read. `expected` is its text as another program reads it; recall is measured on the pages
 * as read, because cleaning removes running heads on purpose.
 */
export const measureReading = (
  { pages }: Pick<ExtractedDocument, 'pages'>,
  expected: string | undefined,
): DocumentReading => {
  const chunks = chunkDocument(cleanPages(pages), protocolPolicy, countCl100kTokens);
  const heads = chunks.flatMap(({ text, isTable }) => {
    const head = isTable ? tableHeadOf(text) : undefined;
    return head === undefined ? [] : [{ head, text }];
  });
  const containing = (sign: RegExp, kind: ReadingFault): DocumentReading['faults'] =>
    chunks.flatMap(({ text }) => (sign.test(text) ? [{ kind, at: shownOf(text) }] : []));
  return {
    passages: chunks.length,
    tables: heads.length,
    faults: [
      ...[...sectionPathsOf(chunks)].flatMap(([at, path]) =>
        titleFaultsOf(path).map((kind) => ({ kind, at })),
      ),
      ...heads.flatMap(({ head, text }) => (head === 'named' ? [] : [{ kind: head, at: shownOf(text) }])),
      ...containing(/\p{Co}/u, 'private'),
      ...containing(/\uFFFD/, 'lost'),
    ],
    ...(expected === undefined
      ? {}
      : { recall: recallWords(pages.map(({ text }) => text).join('\n'), expected) }),
  };
};
