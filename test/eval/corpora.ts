import { join } from 'node:path';

/** The corpora that come with the project, by the name that `--corpus` takes. */
export const corpora = {
  'hospital-texts': {
    folder: join(import.meta.dirname, 'hospital-texts'),
    about: 'short texts as hospitals have them, beside plain BM25',
  },
} as const satisfies Readonly<Record<string, { readonly folder: string; readonly about: string }>>;

export type CorpusName = keyof typeof corpora;

export const isCorpusName = (name: string): name is CorpusName => Object.hasOwn(corpora, name);

/** A line for each of them. */
export const listCorpora = (): string =>
  Object.entries(corpora)
    .map(([name, { about }]) => `  ${name}  ${about}`)
    .join('\n');
