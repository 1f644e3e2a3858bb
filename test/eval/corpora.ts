import { join } from 'node:path';

/** Short texts, on which plain BM25 is measured too; or documents named as by agencies and publishers. */
type CorpusKind = 'texts' | 'documents';

/** The corpora of the project, by their `--corpus` names. */
export const corpora = {
  'hospital-texts': {
    folder: join(import.meta.dirname, 'hospital-texts'),
    kind: 'texts',
    about: 'short texts as hospitals have them, beside plain BM25',
  },
  'agency-lookups': {
    folder: join(import.meta.dirname, 'agency-lookups'),
    kind: 'documents',
    about: 'policies by number, title and subject, of agencies that number and title differently',
  },
  'source-signals': {
    folder: join(import.meta.dirname, 'source-signals'),
    kind: 'documents',
    about: 'the same topics by issuing bodies, textbooks, trials, labels old and new, procedures',
  },
} as const satisfies Readonly<
  Record<string, { readonly folder: string; readonly kind: CorpusKind; readonly about: string }>
>;

export type CorpusName = keyof typeof corpora;

export const isCorpusName = (name: string): name is CorpusName => Object.hasOwn(corpora, name);

/** One line per corpus. */
export const listCorpora = (): string =>
  Object.entries(corpora)
    .map(([name, { about }]) => `  ${name}  ${about}`)
    .join('\n');
