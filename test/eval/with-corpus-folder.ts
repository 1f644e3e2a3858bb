import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CorpusName, corpora } from './corpora.ts';
import { readDocumentCorpus } from './document-corpus.ts';
import type { PlainText } from './plain-bm25/plain-bm25.ts';
import { readTextCorpus } from './text-corpus.ts';
import { writeDocumentCorpus } from './write-document-corpus.ts';
import { writeTextCorpus } from './write-text-corpus.ts';

/** A corpus as a folder, with its texts if plain BM25 is measured too. */
type CorpusFolder = { readonly folder: string; readonly plainTexts?: readonly PlainText[] };

const writeCorpus = async (name: CorpusName, folder: string): Promise<CorpusFolder> => {
  const { folder: source, kind } = corpora[name];
  if (kind === 'texts')
    return { folder, plainTexts: await writeTextCorpus(folder, await readTextCorpus(source)) };
  await writeDocumentCorpus(folder, await readDocumentCorpus(source));
  return { folder };
};

/** Runs work on a corpus of the project as a folder of documents, which is removed afterwards. */
export const withCorpusFolder = async <Result>(
  name: CorpusName,
  work: (made: CorpusFolder) => Promise<Result>,
): Promise<Result> => {
  const parent = await mkdtemp(join(tmpdir(), 'anamnesis-corpus-'));
  try {
    // The folder's name is shown as that of the collection.
    return await work(await writeCorpus(name, join(parent, name)));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
};
