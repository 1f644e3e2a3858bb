import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { LexicalTables } from '../../ports/lexical-tables.ts';
import type { VectorIndex, VectorPoint } from '../../ports/vector-index.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import { jsonText } from '../runner/json-text.ts';
import type { LiveVersion } from './live-version.ts';
import { nothingPublished, type Publication } from './read-publication.ts';
import { passagePlace } from './sealed-passage.ts';

/** A generation within a transaction that writes to it. */
export type OpenGeneration = {
  readonly session: SqlSession;
  readonly schema: string;
  readonly vectors: VectorIndex;
  readonly lexical: LexicalTables | undefined;
};

/** The row of a passage; none when the document has been erased meanwhile. */
const passageRow = (passage: Passage, sealed: Publication['sealed']): readonly object[] => {
  const { chunkId, docKey, version, index } = passage;
  if (!sealed) return [{ chunkId, docKey, version, index, passage, sealed: null }];
  const text = sealed.keys.seal(documentSubject(docKey), passagePlace(chunkId), JSON.stringify(passage));
  return text === undefined ? [] : [{ chunkId, docKey, version, index, passage: null, sealed: text }];
};

const PASSAGES_IN_STATEMENT = 100;

/** Adds passages of a version; none that is there already is changed. */
export const insertPassages = async (
  session: SqlSession,
  schema: string,
  { passages, sealed, isLive }: Pick<Publication, 'passages' | 'sealed'> & { readonly isLive: boolean },
): Promise<void> => {
  for (let from = 0; from < passages.length; from += PASSAGES_IN_STATEMENT) {
    const page = passages.slice(from, from + PASSAGES_IN_STATEMENT);
    await session.query(
      `insert into "${schema}".passages (chunk_id, doc_key, version, index, live, passage, sealed)
       select p."chunkId", p."docKey", p.version, p.index, $2, p.passage, p.sealed
         from json_to_recordset($1::json)
           as p ("chunkId" text, "docKey" text, version integer, index integer, passage json, sealed text)
       on conflict (chunk_id) do nothing`,
      [jsonText(page.flatMap((passage) => passageRow(passage, sealed))), isLive],
    );
  }
};

/** Adds the passages of a version that are not there yet; they cannot be found yet. */
export const publish = async (
  { session, schema }: OpenGeneration,
  { passages, sealed, ahead }: Publication,
): Promise<void> => {
  const left = ahead ? passages.slice(0, 1) : passages;
  await insertPassages(session, schema, { passages: left, sealed, isLive: false });
};

export const pointsOf = ({ passages, vectors }: Publication): readonly VectorPoint[] =>
  vectors.flatMap((vector, index) => {
    const passage = passages[index];
    return passage ? [{ ...passage, vector }] : [];
  });

/** Stores the vectors of a document; those of a document that holds or may hold PHI stay in their sealed blob. */
const putVectors = async (
  { session, schema, vectors }: OpenGeneration,
  docKey: string,
  made: Publication,
): Promise<void> => {
  const points = made.sealed ? [] : pointsOf(made);
  if (made.ahead?.points && vectors.ahead) {
    const chunkIds = points.map(({ chunkId }) => chunkId);
    await vectors.ahead.show(session, schema, docKey, chunkIds);
  } else await vectors.putDocument(session, schema, docKey, points);
  await session.query(`delete from "${schema}".sealed_vectors where doc_key = $1`, [docKey]);
  const dimensions = made.vectors[0]?.length;
  if (made.sealed?.vectorsBlob === undefined || dimensions === undefined) return;
  await session.query(
    `insert into "${schema}".sealed_vectors (doc_key, blob, dimensions) values ($1, $2, $3)`,
    [docKey, made.sealed.vectorsBlob, dimensions],
  );
};

/** Makes the live version of a document searchable, and no other. */
export const goLive = async (
  generation: OpenGeneration,
  row: LiveVersion,
  publication: Publication | undefined,
): Promise<void> => {
  const { session, schema } = generation;
  await session.query(
    `update "${schema}".passages set live = (version = $2) where doc_key = $1 and live is distinct from (version = $2)`,
    [row.docKey, row.version ?? 0],
  );
  await putVectors(generation, row.docKey, publication ?? nothingPublished);
};

/** Stores vectors created later for the live passages of a document. */
export const replaceVectors = async (
  generation: OpenGeneration,
  { data: { docKey, version }, position }: RecordedOf<'ChunksReembedded'>,
  made: Publication,
): Promise<void> => {
  const { session, schema } = generation;
  const rows = await session.query(
    `select chunk_id, passage, sealed from "${schema}".passages
      where live and doc_key = $1 and version = $2 order by index`,
    [docKey, version],
  );
  if (rows.length === 0) return;
  const isSealed = rows.some(({ sealed }) => sealed !== null);
  // Written by this projection from validated chunks and read back unchanged.
  const passages = isSealed ? [] : rows.map(({ passage }) => passage as Passage);
  const { sealed: _, ...plain } = made;
  await putVectors(generation, docKey, { ...(isSealed ? made : plain), passages });
  // Earlier results are outdated.
  await session.query(`update "${schema}".documents set changed_at = $2 where doc_key = $1`, [
    docKey,
    position,
  ]);
};
