import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import type { SqlSession } from '../../../ports/database.ts';
import { yieldToEventLoop } from '../../../ports/time-slice.ts';
import { groupsOf, type ResidentDocuments } from '../../../projections/search/resident-documents.ts';
import { createSegmentView } from './segment-view.ts';
import type { StoredCorpus } from './stored-corpus.ts';

const DOCUMENTS_AT_ONCE = 2000;

const changedRow = z.object({
  doc_key: z.string(),
  version: z.number().nullable(),
  changed_at: z.number(),
  placed: z.boolean(),
  passages: z.number(),
});
type ChangedDocument = z.output<typeof changedRow>;
const unitRow = z.object({ unit: z.number(), segment: z.number(), slots: z.number() });
const placedRow = z
  .object({
    unit: z.number(),
    ordinal: z.number(),
    doc_key: z.string(),
    version: z.number(),
    first_slot: z.number(),
    slots: z.number(),
    live: z.boolean(),
    lengths: z.instanceof(Uint8Array),
  })
  .transform(({ doc_key: docKey, first_slot: firstSlot, ...row }) => ({ docKey, firstSlot, ...row }));
const epochRow = z.object({ epoch: z.number() });

/** Tracks how far a stored index has caught up with the tables. */
type CatchUp = {
  /** Reads the changes. Concurrent callers share one read, which may be for an earlier position. */
  readonly run: (position: Position) => Promise<void>;
  readonly reached: () => Position;
  /** The newest change loaded; undefined while changes are being loaded. */
  readonly version: () => Position | undefined;
  /** Notes that a key was destroyed: a read in progress discards what it has read of that key's documents. */
  readonly noteDestruction: () => void;
};

/** Loads the documents of units after `from` into the view, one page per statement. */
const readDocuments = async (
  session: SqlSession,
  { view, schema }: StoredCorpus,
  from: number,
): Promise<void> => {
  let [unit, ordinal] = [from, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const page = await session.query(
      `select unit, ordinal, doc_key, version, first_slot, slots, live, lengths
         from "${schema}".lexical_documents
        where (unit, ordinal) > ($1::bigint, $2::bigint) order by unit, ordinal limit ${DOCUMENTS_AT_ONCE}`,
      [unit, ordinal],
    );
    for (const row of page) {
      const placed = placedRow.parse(row);
      view.addDocument(placed);
      unit = placed.unit;
      ordinal = placed.ordinal;
    }
    if (page.length < DOCUMENTS_AT_ONCE) return;
    await yieldToEventLoop();
  }
};

/** Loads new units and removes deleted ones. Returns the documents that are now in no unit. */
const readUnits = async (session: SqlSession, corpus: StoredCorpus): Promise<readonly string[]> => {
  const { view, schema } = corpus;
  const rows = await session.query(
    `select unit, segment, slots from "${schema}".lexical_units order by unit`,
  );
  const units = rows.map((row) => unitRow.parse(row));
  const present = new Set(units.map(({ unit }) => unit));
  const gone = new Set([...view.units()].filter((unit) => !present.has(unit)));
  const homeless = gone.size === 0 ? [] : view.removeUnits(gone);
  const from = view.lastUnit();
  for (const { unit, slots } of units) if (unit > from) view.addUnit(unit, slots);
  view.placeUnits(new Map(units.map(({ unit, segment }) => [unit, segment])));
  await readDocuments(session, corpus, from);
  return homeless.filter((docKey) => view.ownerOfDocument(docKey) === undefined);
};

/**
 * Selects documents, whether a unit contains their live version, and the number of their passages otherwise.
 */
const changedSql = (schema: string): string =>
  `select d.doc_key, d.version, d.changed_at, l.doc_key is not null as placed,
          case when l.doc_key is not null or d.version is null then 0
               else (select count(*) from "${schema}".passages as p where p.doc_key = d.doc_key and p.version = d.version)
          end as passages
     from "${schema}".documents as d
     left join "${schema}".lexical_documents as l
       on l.doc_key = d.doc_key and l.version = d.version and l.live`;

/** Keeps a corpus in step with its tables. */
export const createCatchUp = (corpus: StoredCorpus, residents: ResidentDocuments): CatchUp => {
  const { database, schema, memory, caches } = corpus;
  let destructions = 0;
  let reached: Position = -1;
  let lastChange: Position = 0;
  let settled = true;
  let running: Promise<void> | undefined;

  const startOver = (): void => {
    corpus.view = createSegmentView();
    corpus.epoch = -1;
    caches.postings.clear();
    lastChange = 0;
  };

  /** Reads segments, documents and their state from one snapshot. Returns the changed documents. */
  const readChanges = async (session: SqlSession): Promise<readonly ChangedDocument[]> => {
    await session.query('set transaction isolation level repeatable read');
    const [state] = await session.query(`select epoch from "${schema}".lexical_state`);
    const now = epochRow.parse(state).epoch;
    const rows = await session.query(`${changedSql(schema)} where d.changed_at > $1 order by d.changed_at`, [
      lastChange,
    ]);
    const changed = rows.map((row) => changedRow.parse(row));
    if (changed.length > 0 || now !== corpus.epoch) {
      settled = false;
      caches.noteChange();
    }
    const homeless = now === corpus.epoch ? [] : await readUnits(session, corpus);
    corpus.epoch = now;
    const known = new Set(changed.map(({ doc_key }) => doc_key));
    const others = homeless.filter((docKey) => !known.has(docKey));
    if (others.length === 0) return changed;
    const unplaced = await session.query(
      `${changedSql(schema)} where d.doc_key = any($1::text[]) order by d.changed_at`,
      [others],
    );
    return [...changed, ...unplaced.map((row) => changedRow.parse(row))];
  };

  const isPlaced = ({ placed, doc_key, version }: ChangedDocument): boolean => {
    const owner = corpus.view.ownerOfDocument(doc_key);
    return placed && owner !== undefined && corpus.view.versionOf(owner) === version;
  };

  /** Loads documents that no unit contains into memory, unless they have no searchable passage. */
  const holdInMemory = async (documents: readonly ChangedDocument[]): Promise<void> => {
    for (const { doc_key: docKey } of documents) {
      corpus.view.withdraw(docKey);
      caches.documents.delete(docKey);
    }
    const isHeld = (docKey: string): boolean => memory.documentPassages(docKey).length > 0;
    for (const group of groupsOf(
      documents.filter(({ passages, doc_key }) => passages > 0 || isHeld(doc_key)),
    )) {
      await residents.load(group);
      await yieldToEventLoop();
    }
    // Units may have been written for these meanwhile.
    await residents.release(
      [...memory.documentKeys()].filter((docKey) => corpus.view.ownerOfDocument(docKey) !== undefined),
    );
  };

  const catchUp = async (position: Position): Promise<void> => {
    const before = destructions;
    if (corpus.view.isMostlyGone()) startOver();
    const changed = await database.transaction(readChanges).catch((error: unknown) => {
      // The view may contain only some of the changes.
      startOver();
      throw error;
    });
    if (!settled) caches.noteChange();
    await holdInMemory(changed.filter((document) => !isPlaced(document)));
    lastChange = changed.reduce((latest, { changed_at }) => Math.max(latest, changed_at), lastChange);
    if (destructions !== before) await residents.forgetErased();
    settled = true;
    reached = Math.max(reached, position);
  };

  return {
    run: (position) => {
      running ??= catchUp(position).finally(() => {
        running = undefined;
      });
      return running;
    },
    reached: () => reached,
    version: () => (settled ? lastChange : undefined),
    noteDestruction: () => {
      destructions += 1;
    },
  };
};
