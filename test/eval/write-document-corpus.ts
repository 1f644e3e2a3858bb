import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sidecarOf } from '../../cli/ingest/find-files.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { DocumentCorpus } from './document-corpus.ts';

/** Writes a corpus as a folder of documents with a `queries.jsonl` and the metadata of each document. */
export const writeDocumentCorpus = async (
  folder: string,
  { documents, questions }: Pick<DocumentCorpus, 'documents' | 'questions'>,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const files = new Map(documents.map(({ id, file }) => [id, file]));
  for (const { file, heading, text, metadata } of documents) {
    const path = join(folder, file);
    await writeFile(path, `# ${heading}\n\n${text}\n`);
    await writeFile(sidecarOf(path), JSON.stringify({ specialty: [], ...metadata }));
  }
  const lines = questions.map(({ relevant, filters, absent, ...question }) =>
    JSON.stringify({
      ...question,
      ...omitUndefined({ filters, absent }),
      relevant: relevant.map(({ document, grade }) => ({ file: files.get(document) ?? document, grade })),
    }),
  );
  await writeFile(join(folder, 'queries.jsonl'), `${lines.join('\n')}\n`);
};
