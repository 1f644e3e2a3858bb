import { z } from 'zod';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { publishedChunksSchema } from '../../domain/knowledge/published-chunks.ts';
import { chunkIdOf, type Passage } from '../../domain/retrieval/passage.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import { jsonText } from '../runner/json-text.ts';
import type { ProjectionDefinition } from '../runner/projection-definition.ts';
import { evolveLiveVersion, isSearchEvent, type LiveVersion, searchEventTypes } from './live-version.ts';

export const SEARCH_PROJECTION = 'search';

export type SearchProjectionServices = {
  readonly blobs: BlobStore;
  readonly eventStore: EventStore;
  readonly vectors: VectorIndex;
  /** The model whose vectors are held; versions embedded with another one are found by their words alone. */
  readonly model: { readonly name: string; readonly dimensions: number };
};

/** A version as it goes into the index. */
type Publication = { readonly passages: readonly Passage[]; readonly vectors: readonly Float32Array[] };

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

/** What the uploader said about a version; it stands in the document's own stream. */
const versionAdded = async (eventStore: EventStore, docKey: string, version: number) => {
  for await (const event of eventStore.readStream(streamIdOf('document', docKey))) {
    if (event.type !== documentVersionAdded.type) continue;
    const added = documentVersionAdded.schema.parse(event.data);
    if (added.version === version) return added;
  }
  throw new Failure(
    failure('internal_error', 'An indexed document version has no record of being added.', {
      details: { docKey, version },
    }),
  );
};

const readPublication = async (
  { blobs, eventStore, model }: SearchProjectionServices,
  { data }: RecordedOf<'IndexingCompleted'>,
): Promise<Publication> => {
  const { docKey, version } = data;
  const [added, chunkBytes, embeddingBytes] = await Promise.all([
    versionAdded(eventStore, docKey, version),
    blobs.get(data.chunksBlob),
    blobs.get(data.embeddingsBlob),
  ]);
  const { chunks } = publishedChunksSchema.parse(JSON.parse(decoder.decode(chunkBytes)));
  const { metadata, fileName } = added;
  const passages = chunks.map(
    (chunk): Passage => ({
      chunkId: chunkIdOf(docKey, version, chunk.index),
      docKey,
      version,
      index: chunk.index,
      title: data.title,
      fileName,
      sectionPath: chunk.sectionPath,
      text: chunk.text,
      contentType: chunk.contentType,
      isTable: chunk.isTable,
      firstPage: chunk.firstPage,
      lastPage: chunk.lastPage,
      sourceType: metadata.sourceType,
      specialty: metadata.specialty,
      ...(metadata.agency === undefined ? {} : { agency: metadata.agency }),
      ...(metadata.stateCode === undefined ? {} : { stateCode: metadata.stateCode }),
      ...(metadata.organization === undefined ? {} : { organization: metadata.organization }),
      ...(metadata.publicationYear === undefined ? {} : { publicationYear: metadata.publicationYear }),
      ...(metadata.publisher === undefined ? {} : { publisher: metadata.publisher }),
      ...(metadata.authors === undefined ? {} : { authors: metadata.authors }),
      ...(metadata.doi === undefined ? {} : { doi: metadata.doi }),
      ...(metadata.pmid === undefined ? {} : { pmid: metadata.pmid }),
      ...(metadata.effectiveDate === undefined ? {} : { effectiveDate: metadata.effectiveDate }),
      ...(data.protocolNumber === undefined ? {} : { protocolNumber: data.protocolNumber }),
    }),
  );
  const comparable = data.model === model.name && data.dimensions === model.dimensions;
  return { passages, vectors: comparable ? decodeEmbeddings(embeddingBytes, data.dimensions) : [] };
};

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
    passage  json    not null
  )`);
  await session.query(`create index on "${schema}".passages (doc_key, version, index)`);
};

/**
 * The search index: the passages of every version that was ever indexed (superseded ones stay for audit), which of
 * them can be found, and the vectors of those. Rebuilding it reads blobs; nothing is embedded again.
 */
export const createSearchProjection = (services: SearchProjectionServices): ProjectionDefinition => {
  const { vectors, model } = services;
  /** What `prepare` fetched for the batch at hand, by event id. */
  const publications = new Map<string, Publication>();

  const publish = async (session: SqlSession, schema: string, { passages }: Publication): Promise<void> => {
    const batch = 100;
    for (let from = 0; from < passages.length; from += batch) {
      await session.query(
        `insert into "${schema}".passages (chunk_id, doc_key, version, index, live, passage)
         select p->>'chunkId', p->>'docKey', (p->>'version')::integer, (p->>'index')::integer, false, p
           from json_array_elements($1::json) as p
         on conflict (chunk_id) do nothing`,
        [jsonText(passages.slice(from, from + batch))],
      );
    }
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
    const points = (publication?.vectors ?? []).flatMap((vector, index) => {
      const passage = publication?.passages[index];
      return passage ? [{ ...passage, vector }] : [];
    });
    await vectors.putDocument(session, schema, row.docKey, points);
  };

  return {
    name: SEARCH_PROJECTION,
    version: 2,
    eventTypes: searchEventTypes,
    // One event can stand for a whole textbook.
    batchSize: 20,
    create: async (session, schema) => {
      await createTables(session, schema);
      await vectors.createGeneration(session, schema, model.dimensions);
    },
    prepare: async (events) => {
      publications.clear();
      for (const event of events) {
        if (!isSearchEvent(event) || event.type !== 'IndexingCompleted') continue;
        publications.set(event.id, await readPublication(services, event));
      }
    },
    apply: async (session, schema, events: readonly RecordedEvent[]) => {
      for (const event of events) {
        if (!isSearchEvent(event)) continue;
        const publication = publications.get(event.id);
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
        }
      }
    },
  };
};
