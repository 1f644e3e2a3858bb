import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import { createLexicalIndex, type LexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { Database } from '../../ports/database.ts';
import { beginTimeSlice, yieldToEventLoop } from '../../ports/time-slice.ts';
import { generationSchema } from '../runner/projection-definition.ts';

/** The live passages of one generation in the memory of this process. */
export type InMemoryIndex = {
  readonly generation: number;
  readonly lexical: LexicalIndex;
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
  database: Database,
  projection: string,
  generation: number,
  dictionary: Dictionary,
): InMemoryIndex => {
  const schema = generationSchema(projection, generation);
  const lexical = createLexicalIndex(dictionary);
  let reached: Position = -1;
  let lastChange: Position = 0;
  let settled = true;
  let catchingUp: Promise<void> | undefined;

  const load = async (documents: readonly ChangedDocument[]): Promise<void> => {
    const live = documents.filter(({ version }) => version !== null).map(({ doc_key }) => doc_key);
    const passages = new Map<string, Passage[]>(documents.map(({ doc_key }) => [doc_key, []]));
    const rows = await database.query(
      `select doc_key, passage from "${schema}".passages where live and doc_key = any($1::text[]) order by doc_key, index`,
      [live],
    );
    // Written by the search projection from validated chunks, read back as it was.
    for (const row of rows) passages.get(String(row.doc_key))?.push(row.passage as Passage);
    const slice = beginTimeSlice();
    for (const [docKey, all] of passages) {
      for (const _step of lexical.putDocumentInSteps(docKey, all)) {
        if (slice.isOver()) await slice.yield();
      }
    }
  };

  const catchUp = async (position: Position): Promise<void> => {
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
    settled = true;
    reached = Math.max(reached, position);
  };

  return {
    generation,
    lexical,
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
