import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { createLexicalIndex, type LexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { Database } from '../../ports/database.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import { isErasedContent, type SealedBlobs } from '../../ports/sealed-blobs.ts';
import { beginTimeSlice, yieldToEventLoop } from '../../ports/time-slice.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import { openPassage, sealedSubjects } from './sealed-passage.ts';
import { createSealedVectors, type SealedVector, type SealedVectors } from './sealed-vectors.ts';

/** The live passages of one generation in the memory of this process. */
export type InMemoryIndex = {
  readonly generation: number;
  readonly lexical: LexicalIndex;
  /** The vectors that no other index is given. */
  readonly sealedVectors: SealedVectors;
  /** Lets go of documents whose key has been destroyed: at once, before their rows are gone. */
  readonly forgetErased: () => Promise<void>;
  /** Catches up with the tables to at least the position. Concurrent callers share one catching up. */
  readonly reach: (position: Position) => Promise<void>;
  /** What was published before the log had this position is held; -1 at first. */
  readonly reached: () => Position;
  /**
   * Names the content: the log position of the newest change that it holds. Equal names in one generation mean that
   * no document has changed in between. Undefined while changes are taken in, when the content is neither the old
   * nor the new.
   */
  readonly version: () => Position | undefined;
};

const changedDocument = z.object({
  doc_key: z.string(),
  version: z.number().nullable(),
  changed_at: z.number(),
  passages: z.number(),
});
type ChangedDocument = z.output<typeof changedDocument>;

const passageRow = z.object({
  chunk_id: z.string(),
  doc_key: z.string(),
  passage: z.unknown(),
  sealed: z.string().nullable(),
});
const sealedVectorsRow = z.object({ doc_key: z.string(), blob: z.string(), dimensions: z.number() });

type InMemoryIndexServices = {
  readonly database: Database;
  readonly dictionary: Dictionary;
  readonly sealer: Pick<RowSealer, 'keysOf'>;
  /** Where the vectors of sealed documents are. */
  readonly blobs: Pick<SealedBlobs, 'get'>;
};

/** Passages that are fetched in one statement; a document's always come together. */
const PASSAGES_AT_ONCE = 500;

/** Documents in groups that are fetched together, in their order. */
const groupsOf = (documents: readonly ChangedDocument[]): readonly (readonly ChangedDocument[])[] => {
  const groups: ChangedDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    const group = groups.at(-1);
    // Removing one costs something too, and the keys travel in the statement.
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

export const createInMemoryIndex = (
  { database, dictionary, sealer, blobs }: InMemoryIndexServices,
  projection: string,
  generation: number,
): InMemoryIndex => {
  const schema = generationSchema(projection, generation);
  const lexical = createLexicalIndex(dictionary);
  const sealedVectors = createSealedVectors(lexical);
  /** Documents that were opened to be held here. */
  const opened = new Set<string>();
  /** Counts destroyed keys: what was opened before one was destroyed may come into the index after it. */
  let destructions = 0;
  let reached: Position = -1;
  let lastChange: Position = 0;
  let settled = true;
  let catchingUp: Promise<void> | undefined;

  /** Vectors come in the order of the chunks that they were made of. */
  const loadVectors = async (
    docKeys: readonly string[],
    passages: ReadonlyMap<string, readonly Passage[]>,
  ): Promise<ReadonlyMap<string, readonly SealedVector[]>> => {
    const rows = await database.query(
      `select doc_key, blob, dimensions from "${schema}".sealed_vectors where doc_key = any($1::text[])`,
      [docKeys],
    );
    const loaded = new Map<string, readonly SealedVector[]>();
    for (const row of rows) {
      const { doc_key: docKey, blob, dimensions } = sealedVectorsRow.parse(row);
      try {
        const vectors = decodeEmbeddings(await blobs.get(blob, documentSubject(docKey)), dimensions);
        const chunks = passages.get(docKey) ?? [];
        loaded.set(
          docKey,
          chunks.flatMap(({ chunkId }, at) => {
            const vector = vectors[at];
            return vector === undefined ? [] : [{ chunkId, vector }];
          }),
        );
      } catch (error) {
        // Its passages are not there any more either.
        if (!isErasedContent(error)) throw error;
      }
    }
    return loaded;
  };

  const forgetErased = async (): Promise<void> => {
    const docKeys = [...opened];
    const keys = await sealer.keysOf(docKeys.map(documentSubject));
    for (const docKey of docKeys.filter((known) => !keys.has(documentSubject(known)))) {
      opened.delete(docKey);
      sealedVectors.put(docKey, []);
      // In one go: nothing else may be put in between its steps.
      for (const _step of lexical.putDocumentInSteps(docKey, []));
    }
  };

  const load = async (documents: readonly ChangedDocument[]): Promise<void> => {
    const live = documents.filter(({ version }) => version !== null).map(({ doc_key }) => doc_key);
    const passages = new Map<string, Passage[]>(documents.map(({ doc_key }) => [doc_key, []]));
    const found = await database.query(
      `select chunk_id, doc_key, passage, sealed from "${schema}".passages
        where live and doc_key = any($1::text[]) order by doc_key, index`,
      [live],
    );
    const rows = found.map((row) => {
      const { chunk_id: chunkId, doc_key: docKey, ...rest } = passageRow.parse(row);
      return { chunkId, docKey, ...rest };
    });
    const keys = await sealer.keysOf(sealedSubjects(rows));
    for (const row of rows) {
      const passage = openPassage(keys, row);
      if (passage) passages.get(row.docKey)?.push(passage);
      if (row.sealed !== null) opened.add(row.docKey);
    }
    const vectors = await loadVectors(live, passages);
    const slice = beginTimeSlice();
    for (const [docKey, all] of passages) {
      sealedVectors.put(docKey, vectors.get(docKey) ?? []);
      for (const _step of lexical.putDocumentInSteps(docKey, all)) {
        if (slice.isOver()) await slice.yield();
      }
    }
  };

  const catchUp = async (position: Position): Promise<void> => {
    const before = destructions;
    const rows = await database.query(
      `select doc_key, version, changed_at,
              (select count(*) from "${schema}".passages as p where p.doc_key = d.doc_key and p.live) as passages
         from "${schema}".documents as d where changed_at > $1 order by changed_at, doc_key`,
      [lastChange],
    );
    const changed = rows.map((row) => changedDocument.parse(row));
    // Stays so when taking them in fails half-way, until a later attempt gets through.
    if (changed.length > 0) settled = false;
    for (const group of groupsOf(changed)) {
      await load(group);
      lastChange = group.at(-1)?.changed_at ?? lastChange;
      await yieldToEventLoop();
    }
    if (destructions !== before) await forgetErased();
    settled = true;
    reached = Math.max(reached, position);
  };

  return {
    generation,
    lexical,
    sealedVectors,
    forgetErased: () => {
      destructions += 1;
      return forgetErased();
    },
    reached: () => reached,
    version: () => (settled ? lastChange : undefined),
    reach: async (position) => {
      while (reached < position) {
        catchingUp ??= catchUp(position).finally(() => {
          catchingUp = undefined;
        });
        await catchingUp;
      }
    },
  };
};
