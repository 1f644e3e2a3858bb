import { z } from 'zod';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { LexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { Database, SqlValue } from '../../ports/database.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import { beginTimeSlice } from '../../ports/time-slice.ts';
import {
  type AwaitedVectors,
  type AwaitedVectorsServices,
  createAwaitedVectors,
  type VectorLocation,
} from './awaited-vectors.ts';
import { openPassage, sealedSubjects } from './sealed-passage.ts';
import { createSealedVectors, type SealedVectors } from './sealed-vectors.ts';

/** A document as stored in the tables, with the number of its live passages. */
export type DocumentInTables = {
  readonly doc_key: string;
  readonly version: number | null;
  readonly passages: number;
};

const passageRow = z.object({
  chunk_id: z.string(),
  doc_key: z.string(),
  index: z.number(),
  passage: z.unknown(),
  sealed: z.string().nullable(),
});
const sealedVectorsRow = z.object({ doc_key: z.string(), blob: z.string(), dimensions: z.number() });

export type ResidentServices = AwaitedVectorsServices & {
  readonly database: Database;
  readonly sealer: Pick<RowSealer, 'keysOf'>;
  /** The store of sealed documents' vectors. */
  readonly blobs: Pick<SealedBlobs, 'get'>;
};

/** Documents of one generation in the memory of this process, with vectors that no other index may hold. */
export type ResidentDocuments = {
  readonly sealedVectors: SealedVectors;
  /** Documents held only by their words until their vectors can be read. */
  readonly awaitedVectors: Pick<AwaitedVectors, 'count' | 'close'>;
  /** Loads documents from the tables, one group at a time (see `groupsOf`); those no longer live are removed. */
  readonly load: (documents: readonly DocumentInTables[]) => Promise<void>;
  /** Removes documents that are now held elsewhere. */
  readonly release: (docKeys: readonly string[]) => Promise<void>;
  /** Removes documents whose key has been destroyed. */
  readonly forgetErased: () => Promise<void>;
};

/** Passages fetched per statement. */
const PASSAGES_AT_ONCE = 500;

/** Divides documents into groups that are fetched together, in order. */
export const groupsOf = <Document extends DocumentInTables>(
  documents: readonly Document[],
): readonly (readonly Document[])[] => {
  const groups: Document[][] = [];
  let room = 0;
  for (const document of documents) {
    const group = groups.at(-1);
    // Removing one also has a cost, and the keys are sent in the statement.
    const size = document.passages + 1;
    if (group && size <= room) group.push(document);
    else {
      groups.push([document]);
      room = PASSAGES_AT_ONCE;
    }
    room -= size;
  }
  return groups;
};

/** Rows of the live versions of a group, in their order; those of a large document a page in a statement. */
async function* readPages(
  database: Pick<Database, 'query'>,
  schema: string,
  group: readonly DocumentInTables[],
) {
  const readRows = async (where: string, values: readonly SqlValue[]) => {
    const rows = await database.query(
      `select chunk_id, doc_key, index, passage, sealed from "${schema}".passages where ${where}`,
      values,
    );
    return rows.map((row) => {
      const { chunk_id: chunkId, doc_key: docKey, ...rest } = passageRow.parse(row);
      return { chunkId, docKey, ...rest };
    });
  };
  const [only] = group;
  if (only === undefined || group.length > 1) {
    const keys = group.map(({ doc_key }) => doc_key);
    const versions = group.map(({ version }) => version);
    yield await readRows(
      '(doc_key, version) in (select * from unnest($1::text[], $2::integer[])) order by doc_key, index',
      [keys, versions],
    );
    return;
  }
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows: Awaited<ReturnType<typeof readRows>> = await readRows(
      `doc_key = $1 and version = $2 and index > $3 order by index limit ${PASSAGES_AT_ONCE}`,
      [only.doc_key, only.version, after],
    );
    yield rows;
    after = rows.length < PASSAGES_AT_ONCE ? undefined : rows.at(-1)?.index;
  }
}

/** Keeps documents of a generation in an index of words. */
export const createResidentDocuments = (
  services: ResidentServices,
  schema: string,
  lexical: LexicalIndex,
): ResidentDocuments => {
  const { database, sealer, blobs } = services;
  const sealedVectors = createSealedVectors(lexical);
  const awaited = createAwaitedVectors(services, {
    read: async (docKey, { blob, dimensions }) =>
      decodeEmbeddings(await blobs.get(blob, documentSubject(docKey)), dimensions),
    take: (docKey, { chunkIds }, vectors) =>
      sealedVectors.put(
        docKey,
        chunkIds.flatMap((chunkId, at) => {
          const vector = vectors[at];
          return vector === undefined ? [] : [{ chunkId, vector }];
        }),
      ),
  });
  /** Opened documents held here. */
  const opened = new Set<string>();

  /** The location of sealed documents' vectors, in the order of their chunks. */
  const vectorPlaces = async (
    docKeys: readonly string[],
    passages: ReadonlyMap<string, readonly Passage[]>,
  ): Promise<ReadonlyMap<string, VectorLocation>> => {
    const rows = await database.query(
      `select doc_key, blob, dimensions from "${schema}".sealed_vectors where doc_key = any($1::text[])`,
      [docKeys],
    );
    return new Map(
      rows.map((row) => {
        const { doc_key: docKey, ...place } = sealedVectorsRow.parse(row);
        return [
          docKey,
          { ...place, chunkIds: (passages.get(docKey) ?? []).map(({ chunkId }) => chunkId) },
        ] as const;
      }),
    );
  };

  const removeVectors = (docKey: string): void => {
    awaited.forget(docKey);
    sealedVectors.put(docKey, []);
  };

  return {
    sealedVectors,
    awaitedVectors: awaited,
    forgetErased: async () => {
      const docKeys = [...opened];
      const keys = await sealer.keysOf(docKeys.map(documentSubject));
      for (const docKey of docKeys.filter((known) => !keys.has(documentSubject(known)))) {
        opened.delete(docKey);
        removeVectors(docKey);
        // Synchronously: nothing may happen between these steps.
        for (const _step of lexical.putDocumentInSteps(docKey, []));
      }
    },
    release: async (docKeys) => {
      const slice = beginTimeSlice();
      for (const docKey of docKeys) {
        removeVectors(docKey);
        lexical.removeDocument(docKey);
        if (slice.isOver()) await slice.yield();
      }
    },
    load: async (documents) => {
      const live = documents.filter(({ version }) => version !== null);
      const passages = new Map<string, Passage[]>(documents.map(({ doc_key }) => [doc_key, []]));
      for await (const rows of readPages(database, schema, live)) {
        const keys = await sealer.keysOf(sealedSubjects(rows));
        for (const row of rows) {
          const passage = openPassage(keys, row);
          if (passage) passages.get(row.docKey)?.push(passage);
          if (row.sealed !== null) opened.add(row.docKey);
        }
      }
      const places = await vectorPlaces(
        live.map(({ doc_key }) => doc_key),
        passages,
      );
      const slice = beginTimeSlice();
      for (const [docKey, all] of passages) {
        removeVectors(docKey);
        const place = places.get(docKey);
        if (place) await awaited.load(docKey, place);
        for (const _step of lexical.putDocumentInSteps(docKey, all)) {
          if (slice.isOver()) await slice.yield();
        }
      }
    },
  };
};
