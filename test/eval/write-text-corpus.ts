import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sidecarOf } from '../../cli/ingest/find-files.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import type { PlainText } from './plain-bm25/plain-bm25.ts';
import type { CorpusQuestion, CorpusText, TextCorpus } from './text-corpus.ts';

const sourceTypeOf: Readonly<Record<CorpusText['kind'], SourceType>> = {
  abstract: 'journal',
  formulary: 'drug_formulary',
  nursing: 'policy',
  laboratory: 'policy',
  discharge: 'note',
  'infection-control': 'policy',
};

/** Reveals nothing about the text: file names are searched as well, which would be a hint unavailable to BM25. */
const fileNameOf = (index: number): string => `t${index + 1}.md`;

const queryLine = (
  { id, query, style, relevant }: CorpusQuestion,
  fileNames: ReadonlyMap<string, string>,
  kinds: ReadonlyMap<string, string>,
): string =>
  JSON.stringify({
    id,
    query,
    category: kinds.get(relevant[0]?.text ?? '') ?? 'unknown',
    style,
    relevant: relevant.map(({ text, grade }) => ({ file: fileNames.get(text) ?? text, grade })),
  });

/**
 * Writes a corpus as a folder of documents with a `queries.jsonl`, whose categories are the kinds of the texts.
 *
 * @returns the texts with their titles, under their file names, for a plain search engine
 */
export const writeTextCorpus = async (
  folder: string,
  { texts, questions }: TextCorpus,
): Promise<readonly PlainText[]> => {
  await mkdir(folder, { recursive: true });
  const fileNames = new Map(texts.map(({ id }, index) => [id, fileNameOf(index)]));
  const kinds = new Map(texts.map(({ id, kind }) => [id, kind]));
  const plain: PlainText[] = [];
  for (const [index, { kind, title, text }] of texts.entries()) {
    const fileName = fileNameOf(index);
    const path = join(folder, fileName);
    await writeFile(path, `# ${title}\n\n${text}\n`);
    await writeFile(sidecarOf(path), JSON.stringify({ sourceType: sourceTypeOf[kind], specialty: [] }));
    plain.push({ fileName, text: `${title}\n${text}` });
  }
  const lines = questions.map((question) => queryLine(question, fileNames, kinds));
  await writeFile(join(folder, 'queries.jsonl'), `${lines.join('\n')}\n`);
  return plain;
};
