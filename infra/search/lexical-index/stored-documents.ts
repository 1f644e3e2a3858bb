import type { Passage } from '../../../domain/retrieval/passage.ts';
import { livePassages } from '../../../projections/search/live-passages.ts';
import type { StoredCorpus } from './stored-corpus.ts';

const DOCUMENTS_AT_ONCE = 2000;

/** Yields one passage of each live document, those in memory first. */
export async function* listDocuments(corpus: StoredCorpus): AsyncIterable<Passage> {
  const { memory, database, schema } = corpus;
  const seen = new Set<string>();
  for (const passage of memory.passages()) {
    if (seen.has(passage.docKey)) continue;
    seen.add(passage.docKey);
    yield passage;
  }
  const docKeys = [...corpus.view.docKeys()];
  for (let from = 0; from < docKeys.length; from += DOCUMENTS_AT_ONCE) {
    const rows = await database.query(
      `select passage from ${livePassages(schema)}
        where index = 0 and passage is not null and doc_key = any($1::text[])`,
      [docKeys.slice(from, from + DOCUMENTS_AT_ONCE)],
    );
    for (const { passage } of rows) yield passage as Passage;
  }
}

/** Returns all passages of a live version in reading order; empty when the version is not live. */
export const readWholeDocument = async (
  { memory, view, caches, database, schema }: StoredCorpus,
  docKey: string,
  version: number,
): Promise<readonly Passage[]> => {
  const held = memory.documentPassages(docKey);
  if (held.length > 0) return held[0]?.version === version ? held : [];
  const owner = view.ownerOfDocument(docKey);
  if (owner === undefined || view.versionOf(owner) !== version) return [];
  const kept = caches.documents.get(docKey);
  if (kept?.[0]?.version === version) return kept;
  const rows = await database.query(
    `select passage from "${schema}".passages
      where passage is not null and doc_key = $1 and version = $2 order by index`,
    [docKey, version],
  );
  const passages = rows.map(({ passage }) => passage as Passage);
  if (passages.length > 0) caches.documents.set(docKey, passages);
  return passages;
};
