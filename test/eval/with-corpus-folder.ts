import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlainText } from './plain-bm25/plain-bm25.ts';
import { readTextCorpus } from './text-corpus.ts';
import { writeTextCorpus } from './write-text-corpus.ts';

/** Does work with a corpus as a folder of documents that is gone afterwards, and with its texts. */
export const withCorpusFolder = async <Result>(
  name: string,
  source: string,
  work: (made: { readonly folder: string; readonly plainTexts: readonly PlainText[] }) => Promise<Result>,
): Promise<Result> => {
  const corpus = await readTextCorpus(source);
  const parent = await mkdtemp(join(tmpdir(), 'anamnesis-corpus-'));
  try {
    // The folder's name is shown as that of the collection.
    const folder = join(parent, name);
    return await work({ folder, plainTexts: await writeTextCorpus(folder, corpus) });
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
};
