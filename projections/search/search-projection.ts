import { z } from 'zod';
import { withholdingReason } from '../../domain/indexing/withheld-embedding.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { publishedChunksSchema } from '../../domain/knowledge/published-chunks.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { GenerationModels } from '../../domain/operations/generation-models.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Generations } from '../../ports/generations.ts';
import type { LexicalStorage, LexicalTables } from '../../ports/lexical-tables.ts';
import { type AddedVersion, readDocumentHistory } from '../../ports/read-document-history.ts';
import type { RowKeys, RowSealer } from '../../ports/row-sealer.ts';
import { isErasedContent, type SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { VectorIndex, VectorPoint } from '../../ports/vector-index.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import { jsonText } from '../runner/json-text.ts';
import {
  generationSchema,
  type ProjectionDefinition,
  type ReadTable,
} from '../runner/projection-definition.ts';
import type { GenerationModelReader } from './generation-model.ts';
import { evolveLiveVersion, isSearchEvent, type LiveVersion, searchEventTypes } from './live-version.ts';
import { passagesOfVersion } from './passages-of-version.ts';
import { passagePlace } from './sealed-passage.ts';

export const SEARCH_PROJECTION = 'search';

type SearchProjectionServices = {
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  readonly vectors: VectorIndex;
  /** The words of generations that have them in tables; without it none has. */
  readonly lexical?: LexicalTables;
  /** The generations that are kept although they are no longer read. */
  readonly generations: Pick<Generations, 'list'>;
  /** Seals the passages of documents that hold PHI, or may. */
  readonly sealer: RowSealer;
  /** What the log says about the models of generations. */
  readonly readGenerationModels: () => Promise<GenerationModels>;
  /** The model that questions are meant to be answered by now. */
  readonly modelInUse: () => Promise<EmbeddingModelName>;
  /** Whose vectors a generation holds; versions without such are found by their words alone. */
  readonly modelOf: GenerationModelReader;
  /** Makes the vectors of a generation quick to search that is about to be read. */
  readonly settle?: (schema: string, signal: AbortSignal) => Promise<void>;
  /** Compares a new generation with the live one before it takes over. */
  readonly examine?: ProjectionDefinition['examine'];
};

/** A version as it goes into the index. */
type Publication = {
  readonly passages: readonly Passage[];
  readonly vectors: readonly Float32Array[];
  /** Whether its words may lie in a table: it was screened and holds no PHI. */
  readonly isPlain?: boolean;
  /** Set where the document holds PHI, or was never screened: how its passages are sealed, and where its vectors are. */
  readonly sealed?: { readonly keys: RowKeys; readonly vectorsBlob: string | undefined };
};

/** What there is to publish of a document that has been erased. */
const nothing: Publication = { passages: [], vectors: [] };

/** Reads what is to be published; nothing, or what is said instead, where the document has been erased since. */
const unlessErased = async (
  read: () => Promise<Publication>,
  erased: () => Promise<Publication> = async () => nothing,
): Promise<Publication> => {
  try {
    return await read();
  } catch (error) {
    if (isErasedContent(error)) return erased();
    throw error;
  }
};

/** A file that is lost, or altered, names its document: the person who restores it must know. */
const namingDocument = async (
  docKey: string,
  version: number,
  read: () => Promise<Publication>,
): Promise<Publication> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) || isErasedContent(error)) throw error;
    const { code, message, ...about } = error.reason;
    if (code !== 'not_found' && code !== 'internal_error') throw error;
    throw new Failure(
      failure(
        code,
        `${message} It belongs to version ${version} of ${docKey}: restore it from a backup.`,
        about,
      ),
      { cause: error },
    );
  }
};

const isSame = (
  model: EmbeddingModelName,
  { model: name, dimensions }: { readonly model: string; readonly dimensions: number },
): boolean => model.name === name && model.dimensions === dimensions;

const liveVersionRow = z
  .object({ doc_key: z.string(), version: z.number().nullable(), withdrawn_through: z.number() })
  .transform(
    (row): LiveVersion => ({
      docKey: row.doc_key,
      version: row.version,
      withdrawnThrough: row.withdrawn_through,
    }),
  );

const decoder = new TextDecoder();

/** What the uploader said about a version; it is in the document's own stream. */
const versionAdded = async (
  eventStore: EventStore,
  docKey: string,
  version: number,
): Promise<AddedVersion> => {
  const { versions } = await readDocumentHistory(eventStore, docKey);
  const added = versions.find((one) => one.version === version);
  if (added) return added;
  throw new Failure(
    failure('internal_error', 'An indexed document version has no record of being added.', {
      details: { docKey, version },
    }),
  );
};

/** Whether a version contains PHI, and whether that, or not knowing it, makes it one that is sealed. */
const sealingOf = (
  { metadata }: AddedVersion,
  { phiScreen }: RecordedOf<'IndexingCompleted'>['data'],
): { readonly phi: boolean; readonly isSealed: boolean } => {
  const phi = withholdingReason(metadata.containsPhi, phiScreen) !== undefined;
  return { phi, isSealed: phi || phiScreen === undefined };
};

/** What there is of a version that has been erased since: the room that its words had. */
const readErased = async (
  { eventStore }: SearchProjectionServices,
  { data }: RecordedOf<'IndexingCompleted'>,
): Promise<Publication> => {
  const { isSealed } = sealingOf(await versionAdded(eventStore, data.docKey, data.version), data);
  return { ...nothing, isPlain: !isSealed };
};

const readPublication = async (
  { blobs, eventStore, sealer }: SearchProjectionServices,
  model: EmbeddingModelName,
  { data, recordedAt }: RecordedOf<'IndexingCompleted'>,
): Promise<Publication> => {
  const { docKey, version } = data;
  const subject = documentSubject(docKey);
  const [added, chunkBytes, embeddingBytes] = await Promise.all([
    versionAdded(eventStore, docKey, version),
    blobs.get(data.chunksBlob, subject),
    isSame(model, data) ? blobs.get(data.embeddingsBlob, subject) : undefined,
  ]);
  const { chunks } = publishedChunksSchema.parse(JSON.parse(decoder.decode(chunkBytes)));
  const { phi, isSealed } = sealingOf(added, data);
  const passages = passagesOfVersion({
    added: { ...added, docKey },
    described: data,
    chunks,
    indexedAt: recordedAt,
    phi,
  });
  return {
    passages,
    vectors: embeddingBytes ? decodeEmbeddings(embeddingBytes, data.dimensions) : [],
    isPlain: !isSealed,
    ...(isSealed
      ? {
          sealed: {
            keys: await sealer.keysOf([subject], 'make'),
            vectorsBlob: embeddingBytes && data.embeddingsBlob,
          },
        }
      : {}),
  };
};

/** A passage as its row is; none where the document has been erased meanwhile. */
const passageRow = (passage: Passage, sealed: Publication['sealed']): readonly object[] => {
  const { chunkId, docKey, version, index } = passage;
  if (!sealed) return [{ chunkId, docKey, version, index, passage, sealed: null }];
  const text = sealed.keys.seal(documentSubject(docKey), passagePlace(chunkId), JSON.stringify(passage));
  return text === undefined ? [] : [{ chunkId, docKey, version, index, passage: null, sealed: text }];
};

const pointsOf = (
  passages: readonly Passage[],
  { vectors }: Pick<Publication, 'vectors'>,
): readonly VectorPoint[] =>
  vectors.flatMap((vector, index) => {
    const passage = passages[index];
    return passage ? [{ ...passage, vector }] : [];
  });

/** What searching and showing chunks take of the tables. */
const readTables: readonly ReadTable[] = [
  {
    table: 'documents',
    columns: [
      { column: 'doc_key', type: 'text' },
      { column: 'version', type: 'integer' },
      { column: 'changed_at', type: 'bigint' },
    ],
  },
  {
    table: 'passages',
    columns: [
      { column: 'chunk_id', type: 'text' },
      { column: 'doc_key', type: 'text' },
      { column: 'version', type: 'integer' },
      { column: 'index', type: 'integer' },
      { column: 'live', type: 'boolean' },
      { column: 'passage', type: 'json' },
      { column: 'sealed', type: 'text' },
    ],
  },
  {
    table: 'sealed_vectors',
    columns: [
      { column: 'doc_key', type: 'text' },
      { column: 'blob', type: 'text' },
      { column: 'dimensions', type: 'integer' },
    ],
  },
  {
    table: 'embedding_model',
    columns: [
      { column: 'name', type: 'text' },
      { column: 'dimensions', type: 'integer' },
    ],
  },
];

const createTables = async (session: SqlSession, schema: string): Promise<void> => {
  await session.query(`create table "${schema}".documents (
    doc_key           text    primary key,
    version           integer,
    withdrawn_through integer not null,
    -- The log position of the last change: readers that hold passages in memory fetch what is newer.
    changed_at        bigint  not null
  )`);
  await session.query(`create index on "${schema}".documents (changed_at)`);
  await session.query(`create table "${schema}".passages (
    chunk_id text    primary key,
    doc_key  text    not null,
    version  integer not null,
    index    integer not null,
    live     boolean not null,
    -- Null where it is sealed.
    passage  json,
    -- A passage of a document that holds PHI, or may, encrypted with the document's key.
    sealed   text,
    check ((passage is null) <> (sealed is null))
  )`);
  // Where the live vectors are of documents that hold PHI, or may: they are nowhere but in the sealed blob, and in memory.
  await session.query(
    `create table "${schema}".sealed_vectors (doc_key text primary key, blob text not null, dimensions integer not null)`,
  );
  await session.query(`create index on "${schema}".passages (doc_key, version, index)`);
  await session.query(
    `create table "${schema}".embedding_model (name text not null, dimensions integer not null)`,
  );
};

/**
 * The search index: the passages of every version that was ever indexed (superseded ones stay for audit), which of
 * them can be found, and the vectors of those. Rebuilding it reads blobs; nothing is embedded again. A generation holds
 * vectors of one model, which the request for it may name: while the next one is built with those of a new model, the
 * live one goes on answering with its own.
 */
export const createSearchProjection = (services: SearchProjectionServices): ProjectionDefinition => {
  const { blobs, vectors, modelOf, generations } = services;
  /** What `prepare` fetched for the batch at hand, by schema and event id: two generations may be followed at once. */
  const prepared = new Map<string, ReadonlyMap<string, Publication>>();
  /** What `plan` found out, by schema. */
  const planned = new Map<string, EmbeddingModelName>();
  const plannedStorages = new Map<string, LexicalStorage>();

  /** Whether a generation's vectors are where they should be; an index that does not answer keeps what it has. */
  const areVectorsStored = async (schema: string): Promise<boolean> => {
    try {
      if (await vectors.holdsGeneration(schema)) return true;
    } catch (error) {
      if (error instanceof Failure) return true;
      throw error;
    }
    // A new generation needs the index: asking for one has to wait until it answers.
    await vectors.check();
    return false;
  };

  const publish = async (
    session: SqlSession,
    schema: string,
    { passages, sealed }: Publication,
  ): Promise<void> => {
    const batch = 100;
    for (let from = 0; from < passages.length; from += batch) {
      await session.query(
        `insert into "${schema}".passages (chunk_id, doc_key, version, index, live, passage, sealed)
         select p."chunkId", p."docKey", p.version, p.index, false, p.passage, p.sealed
           from json_to_recordset($1::json)
             as p ("chunkId" text, "docKey" text, version integer, index integer, passage json, sealed text)
         on conflict (chunk_id) do nothing`,
        [jsonText(passages.slice(from, from + batch).flatMap((passage) => passageRow(passage, sealed)))],
      );
    }
  };

  /** Gives a document the vectors that it is found by; those of one that holds PHI, or may, stay where they are sealed. */
  const putVectors = async (
    session: SqlSession,
    schema: string,
    docKey: string,
    passages: readonly Passage[],
    made: Publication,
  ): Promise<void> => {
    await vectors.putDocument(session, schema, docKey, made.sealed ? [] : pointsOf(passages, made));
    await session.query(`delete from "${schema}".sealed_vectors where doc_key = $1`, [docKey]);
    const dimensions = made.vectors[0]?.length;
    if (made.sealed?.vectorsBlob === undefined || dimensions === undefined) return;
    await session.query(
      `insert into "${schema}".sealed_vectors (doc_key, blob, dimensions) values ($1, $2, $3)`,
      [docKey, made.sealed.vectorsBlob, dimensions],
    );
  };

  const goLive = async (
    session: SqlSession,
    schema: string,
    row: LiveVersion,
    publication: Publication | undefined,
  ): Promise<void> => {
    await session.query(
      `update "${schema}".passages set live = (version = $2) where doc_key = $1 and live is distinct from (version = $2)`,
      [row.docKey, row.version ?? 0],
    );
    await putVectors(session, schema, row.docKey, publication?.passages ?? [], publication ?? nothing);
  };

  /** Gives the live passages of a document vectors that were made later. */
  const replaceVectors = async (
    session: SqlSession,
    schema: string,
    { data: { docKey, version }, position }: RecordedOf<'ChunksReembedded'>,
    made: Publication,
  ): Promise<void> => {
    const rows = await session.query(
      `select chunk_id, passage, sealed from "${schema}".passages
        where live and doc_key = $1 and version = $2 order by index`,
      [docKey, version],
    );
    if (rows.length === 0) return;
    const isSealed = rows.some(({ sealed }) => sealed !== null);
    // Written by this projection from validated chunks, read back as it was.
    const passages = isSealed ? [] : rows.map(({ passage }) => passage as Passage);
    const { sealed: _, ...plain } = made;
    await putVectors(session, schema, docKey, passages, isSealed ? made : plain);
    // What was found before is not what would be found now.
    await session.query(`update "${schema}".documents set changed_at = $2 where doc_key = $1`, [
      docKey,
      position,
    ]);
  };

  /** Generations that were read before are kept as they were left, and no event comes to them any more. */
  const forgetInFormer = async (session: SqlSession, docKey: string): Promise<void> => {
    for (const { generation, state } of await generations.list(session, SEARCH_PROJECTION)) {
      if (state !== 'retired') continue;
      const former = generationSchema(SEARCH_PROJECTION, generation);
      await vectors.putDocument(session, former, docKey, []);
      await services.lexical?.erase(session, former, docKey);
      // Another version of this program may have made it: its tables are found by what they are about.
      const tables = await session.query(
        `select quote_ident(table_name) as name from information_schema.columns
          where table_schema = $1 and column_name = 'doc_key'`,
        [former],
      );
      for (const { name } of tables)
        await session.query(`delete from "${former}".${String(name)} where doc_key = $1`, [docKey]);
    }
  };

  /** Lets go of everything of an erased document, of all its versions: none of it may be found, or kept for audit. */
  const forget = async (
    session: SqlSession,
    schema: string,
    { data: { subject }, position }: RecordedOf<'SubjectErased'>,
  ): Promise<void> => {
    const docKey = docKeyOfSubject(subject);
    if (docKey === undefined) return;
    await forgetInFormer(session, docKey);
    await services.lexical?.erase(session, schema, docKey);
    await session.query(`delete from "${schema}".passages where doc_key = $1`, [docKey]);
    await session.query(`delete from "${schema}".sealed_vectors where doc_key = $1`, [docKey]);
    await putVectors(session, schema, docKey, [], nothing);
    await session.query(
      `update "${schema}".documents set version = null, changed_at = $2 where doc_key = $1`,
      [docKey, position],
    );
  };

  return {
    name: SEARCH_PROJECTION,
    version: 13,
    sealedSince: 9,
    reads: readTables,
    eventTypes: searchEventTypes,
    // One event can stand for a whole textbook.
    batchSize: 20,
    plan: async (generation) => {
      const { models } = await services.readGenerationModels();
      const model = models.get(generation) ?? (await services.modelInUse());
      planned.set(generationSchema(SEARCH_PROJECTION, generation), model);
      if (services.lexical)
        plannedStorages.set(generationSchema(SEARCH_PROJECTION, generation), await services.lexical.home());
      await vectors.check();
    },
    isCurrent: async (generation) => {
      const schema = generationSchema(SEARCH_PROJECTION, generation);
      const held = await modelOf(schema);
      const { name, dimensions } = await services.modelInUse();
      return (
        held.name === name &&
        held.dimensions === dimensions &&
        (await areVectorsStored(schema)) &&
        ((await services.lexical?.isCurrent(schema)) ?? true)
      );
    },
    ...omitUndefined({ settle: services.settle, examine: services.examine }),
    keepOnly: async (schemas) => {
      await vectors.check();
      await vectors.keepGenerations(schemas);
    },
    create: async (session, schema) => {
      const { name, dimensions } = planned.get(schema) ?? (await services.modelInUse());
      await createTables(session, schema);
      const home = plannedStorages.get(schema) ?? (await services.lexical?.home());
      if (home === 'stored') await services.lexical?.create(session, schema);
      await session.query(`insert into "${schema}".embedding_model (name, dimensions) values ($1, $2)`, [
        name,
        dimensions,
      ]);
      await vectors.createGeneration(session, schema, dimensions);
    },
    prepare: async (schema, events) => {
      // Found out here, an index that cannot be reached holds up no transaction.
      if (events.some(isSearchEvent)) await vectors.check();
      const model = await modelOf(schema);
      const publications = new Map<string, Publication>();
      for (const event of events) {
        if (!isSearchEvent(event)) continue;
        if (event.type === 'IndexingCompleted') {
          const publication = await unlessErased(
            () =>
              namingDocument(event.data.docKey, event.data.version, () =>
                readPublication(services, model, event),
              ),
            () => readErased(services, event),
          );
          publications.set(event.id, publication);
        } else if (event.type === 'ChunksReembedded' && isSame(model, event.data)) {
          const { blob, docKey } = event.data;
          const made = await unlessErased(async () => ({
            passages: [],
            vectors: decodeEmbeddings(await blobs.get(blob, documentSubject(docKey)), model.dimensions),
            sealed: { keys: await services.sealer.keysOf([]), vectorsBlob: blob },
          }));
          publications.set(event.id, made);
        }
      }
      prepared.set(schema, publications);
    },
    apply: async (session, schema, events: readonly RecordedEvent[]) => {
      for (const event of events) {
        if (!isSearchEvent(event)) continue;
        const publication = prepared.get(schema)?.get(event.id);
        if (event.type === 'SubjectErased') {
          await forget(session, schema, event);
          continue;
        }
        if (event.type === 'ChunksReembedded') {
          if (publication) await replaceVectors(session, schema, event, publication);
          continue;
        }
        if (publication) await publish(session, schema, publication);
        const rows = await session.query(
          `select doc_key, version, withdrawn_through from "${schema}".documents where doc_key = $1`,
          [event.data.docKey],
        );
        const before = rows.map((row) => liveVersionRow.parse(row))[0];
        const after = evolveLiveVersion(before, event);
        if (after === before) continue;
        await session.query(
          `insert into "${schema}".documents (doc_key, version, withdrawn_through, changed_at) values ($1, $2, $3, $4)
           on conflict (doc_key) do update set version = excluded.version,
             withdrawn_through = excluded.withdrawn_through, changed_at = excluded.changed_at`,
          [after.docKey, after.version, after.withdrawnThrough, event.position],
        );
        if (after.version !== (before?.version ?? null)) {
          await goLive(session, schema, after, after.version === null ? undefined : publication);
          await services.lexical?.change(session, schema, {
            docKey: after.docKey,
            position: event.position,
            ...(event.type === 'IndexingCompleted' && publication?.isPlain
              ? { stored: { version: event.data.version, chunks: event.data.chunkCount } }
              : {}),
          });
          await services.lexical?.settle(session, schema);
        }
      }
    },
  };
};
