import { z } from 'zod';
import { lettersOf } from '../../../domain/language/near-words.ts';
import {
  type PackedPostings,
  packPostings,
  type UnitPosting,
  withoutPassages,
} from '../../../domain/retrieval/lexical/packed-postings.ts';
import { titleTermsOf } from '../../../domain/retrieval/lexical/passage-terms.ts';
import { foldedFilterable } from '../../../domain/retrieval/matches-filters.ts';
import { chunkIdOf, type Passage } from '../../../domain/retrieval/passage.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { LexicalStorage, LexicalTables } from '../../../ports/lexical-tables.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';
import { jsonText } from '../../../projections/runner/json-text.ts';
import { keysOfPassage } from './lexical-keys.ts';
import { MAX_NEAR_WORD_LENGTH } from './near-word-length.ts';

/**
 * Passages that are written together, and that a node holds in memory until then. Their keys are sorted in
 * one go: doubling the unit made 1.4 times the rows and twice the wait.
 */
const UNIT_PASSAGES = 500;
/** Highest level of segments: 32,000 passages, so that one merge takes only seconds. */
const TOP_LEVEL = 2;

/** Segment sizes. They are the same for all generations, as verification writes with these too. */
export type SegmentSizes = {
  /** Passages written together. */
  readonly unit: number;
  /** Segments of one level that merge into one of the next. */
  readonly fanIn: number;
};
const usualSizes: SegmentSizes = { unit: UNIT_PASSAGES, fanIn: 8 };
/** Units that one change may write; the rest of a dissolved segment is rewritten over several changes. */
const UNITS_AT_ONCE = 2;
/** Milliseconds of analysis after which a statement is sent, as the database aborts an idle transaction. */
const SIGN_OF_LIFE_MS = 1000;
/** Rows of postings per statement. */
const ROWS_AT_ONCE = 5000;

const tailRow = z.object({
  doc_key: z.string(),
  version: z.number(),
  chunks: z.number(),
  since: z.number(),
});
type TailDocument = z.output<typeof tailRow>;
const stateRow = z.object({ next_unit: z.number(), next_segment: z.number() });
const segmentRow = z.object({ segment: z.number() });
const placementRow = z.object({
  unit: z.number(),
  segment: z.number(),
  version: z.number(),
  first_slot: z.number(),
  slots: z.number(),
});

/** Returns where a generation stores its words. */
export const lexicalStorageOf = async (session: SqlSession, schema: string): Promise<LexicalStorage> => {
  const [row] = await session.query('select to_regclass($1) is not null as stored', [
    `"${schema}".lexical_state`,
  ]);
  return row?.stored === true ? 'stored' : 'memory';
};

const createTables = async (session: SqlSession, schema: string): Promise<void> => {
  for (const statement of [
    // The epoch changes whenever segments do, so a reader of postings can tell that its segments are
    // outdated.
    `create table "${schema}".lexical_state (
      single boolean primary key default true check (single),
      epoch integer not null, next_unit integer not null, next_segment integer not null)`,
    `insert into "${schema}".lexical_state (epoch, next_unit, next_segment) values (0, 1, 1)`,
    // Live documents whose words are not written yet; nodes hold them in memory.
    `create table "${schema}".lexical_tail (
      doc_key text primary key, version integer not null, chunks integer not null, since bigint not null)`,
    `create table "${schema}".lexical_segments (
      segment integer primary key, level integer not null, slots integer not null, dead integer not null)`,
    `create table "${schema}".lexical_units (
      unit integer primary key, segment integer not null, slots integer not null)`,
    `create index on "${schema}".lexical_units (segment)`,
    `create table "${schema}".lexical_documents (
      unit integer not null, ordinal integer not null,
      doc_key text not null, version integer not null, first_slot integer not null, slots integer not null,
      since bigint not null, live boolean not null,
      -- Number of terms in each passage, as little-endian 32-bit integers.
      lengths bytea not null,
      -- Filterable properties shared by all passages of the document.
      metadata jsonb not null,
      primary key (unit, ordinal))`,
    `create index on "${schema}".lexical_documents (doc_key)`,
    `create table "${schema}".lexical_postings (
      segment integer not null, term text collate "C" not null, postings bytea not null,
      primary key (segment, term))`,
    // Postings are already packed.
    `alter table "${schema}".lexical_postings alter column postings set storage external`,
    `create table "${schema}".lexical_words (word text collate "C" primary key, letters integer not null)`,
    `create index on "${schema}".lexical_words (left(word, 1), length(word))`,
  ])
    await session.query(statement);
};

/**
 * Pauses between the steps of a long computation in a transaction: yields to the event loop and keeps the
 * transaction from idling.
 */
const breathing = (session: SqlSession): (() => Promise<void>) => {
  const slice = beginTimeSlice();
  const silence = beginTimeSlice(SIGN_OF_LIFE_MS);
  return async () => {
    if (slice.isOver()) await slice.yield();
    if (!silence.isOver()) return;
    await session.query('select 1');
    await silence.yield();
  };
};

/** Passages of a version as published; empty when it is erased or sealed. */
const passagesOf = async (
  session: SqlSession,
  schema: string,
  docKey: string,
  version: number,
): Promise<readonly Passage[]> => {
  const rows = await session.query(
    `select passage from "${schema}".passages
      where doc_key = $1 and version = $2 and passage is not null order by index`,
    [docKey, version],
  );
  // The search projection wrote these from validated chunks.
  return rows.map(({ passage }) => passage as Passage);
};

/** Encodes lengths for storage; a missing passage has length 0. */
const lengthBytes = (lengths: readonly number[], slots: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(slots * 4));
  for (const [at, length] of lengths.slice(0, slots).entries()) bytes.setUint32(at * 4, length, true);
  return new Uint8Array(bytes.buffer);
};

const insertPostings = async (
  session: SqlSession,
  schema: string,
  segment: number,
  postings: readonly (readonly [key: string, packed: PackedPostings])[],
): Promise<void> => {
  for (let from = 0; from < postings.length; from += ROWS_AT_ONCE) {
    const rows = postings.slice(from, from + ROWS_AT_ONCE);
    const bytes = Buffer.concat(rows.map(([, packed]) => packed));
    await session.query(
      `insert into "${schema}".lexical_postings (segment, term, postings)
       select $1::integer, p.term, substring($2::bytea from (p.reached - p.bytes + 1)::integer for p.bytes)
         from (select term, bytes, sum(bytes) over (order by place) as reached
                 from unnest($3::text[], $4::integer[]) with ordinality as u (term, bytes, place)) p`,
      [segment, bytes, rows.map(([key]) => key), rows.map(([, { length }]) => length)],
    );
  }
};

const insertWords = async (
  session: SqlSession,
  schema: string,
  words: ReadonlySet<string>,
): Promise<void> => {
  const near = [...words].filter(({ length }) => length <= MAX_NEAR_WORD_LENGTH).sort();
  await session.query(
    `insert into "${schema}".lexical_words (word, letters)
     select word, letters from unnest($1::text[], $2::integer[]) as w (word, letters)
     on conflict (word) do nothing`,
    [near, near.map(lettersOf)],
  );
};

/** Assigns each document its first slot in the unit. */
const placed = (documents: readonly TailDocument[]) => {
  let slots = 0;
  const places = documents.map((document, ordinal) => {
    const first = slots;
    slots += document.chunks;
    return { ...document, ordinal, first };
  });
  return { places, slots };
};

/** Writes documents from the tail as a unit with its own segment. */
const writeUnit = async (
  session: SqlSession,
  schema: string,
  documents: readonly TailDocument[],
): Promise<void> => {
  const [state] = await session.query(
    `update "${schema}".lexical_state
        set epoch = epoch + 1, next_unit = next_unit + 1, next_segment = next_segment + 1
      returning next_unit - 1 as next_unit, next_segment - 1 as next_segment`,
  );
  const { next_unit: unit, next_segment: segment } = stateRow.parse(state);
  const { places, slots } = placed(documents);
  const postings = new Map<string, UnitPosting[]>();
  const words = new Set<string>();
  const breathe = breathing(session);
  for (const { doc_key: docKey, version, chunks, since, ordinal, first } of places) {
    const passages = await passagesOf(session, schema, docKey, version);
    const [head] = passages;
    const lengths: number[] = [];
    if (head) {
      const titleTerms = titleTermsOf(head);
      for (const passage of passages) {
        const place = first + lengths.length;
        const { keys, length, words: written } = keysOfPassage(passage, titleTerms, lengths.length === 0);
        lengths.push(length);
        for (const word of written) words.add(word);
        for (const [key, frequencies] of keys) {
          const list = postings.get(key);
          if (list) list.push({ place, ...frequencies });
          else postings.set(key, [{ place, ...frequencies }]);
        }
        await breathe();
      }
    }
    const { drugs: _drugs, docKey: _docKey, ...metadata } = head ? foldedFilterable(head) : {};
    await session.query(
      `insert into "${schema}".lexical_documents
         (unit, ordinal, doc_key, version, first_slot, slots, since, live, lengths, metadata)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9::jsonb)`,
      [
        unit,
        ordinal,
        docKey,
        version,
        first,
        chunks,
        since,
        lengthBytes(lengths, chunks),
        jsonText(metadata),
      ],
    );
  }
  const keys = [...postings.keys()].sort();
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const rows = keys.slice(from, from + ROWS_AT_ONCE);
    await insertPostings(
      session,
      schema,
      segment,
      rows.map((key) => [key, packPostings(unit, postings.get(key) ?? [])]),
    );
  }
  await insertWords(session, schema, words);
  await session.query(`insert into "${schema}".lexical_units (unit, segment, slots) values ($1, $2, $3)`, [
    unit,
    segment,
    slots,
  ]);
  await session.query(
    `insert into "${schema}".lexical_segments (segment, level, slots, dead) values ($1, 0, $2, 0)`,
    [segment, slots],
  );
  await session.query(`delete from "${schema}".lexical_tail where doc_key = any($1::text[])`, [
    documents.map(({ doc_key }) => doc_key),
  ]);
};

/** Writes the oldest documents of the tail while they fill a unit. */
const writeTail = async (session: SqlSession, schema: string, { unit }: SegmentSizes): Promise<void> => {
  for (let written = 0; written < UNITS_AT_ONCE; written += 1) {
    const rows = await session.query(
      `select doc_key, version, chunks, since from "${schema}".lexical_tail
        order by since, doc_key collate "C" limit $1`,
      [unit],
    );
    const documents: TailDocument[] = [];
    let passages = 0;
    for (const row of rows) {
      if (passages >= unit) break;
      const document = tailRow.parse(row);
      documents.push(document);
      passages += document.chunks;
    }
    if (passages < unit) return;
    await writeUnit(session, schema, documents);
  }
};

/** Merges segments of a level when there are enough. The postings of a term only need concatenating. */
const joinSegments = async (
  session: SqlSession,
  schema: string,
  level: number,
  { fanIn }: SegmentSizes,
): Promise<void> => {
  const rows = await session.query(
    `select segment from "${schema}".lexical_segments where level = $1 order by segment limit $2`,
    [level, fanIn],
  );
  if (rows.length < fanIn) return;
  const joined = rows.map((row) => segmentRow.parse(row).segment);
  const [state] = await session.query(
    `update "${schema}".lexical_state set epoch = epoch + 1, next_segment = next_segment + 1
      returning next_unit, next_segment - 1 as next_segment`,
  );
  const { next_segment: segment } = stateRow.parse(state);
  await session.query(
    `insert into "${schema}".lexical_postings (segment, term, postings)
     select $1::integer, term, string_agg(postings, ''::bytea order by segment)
       from "${schema}".lexical_postings where segment = any($2::integer[]) group by term order by term`,
    [segment, joined],
  );
  await session.query(
    `insert into "${schema}".lexical_segments (segment, level, slots, dead)
     select $1::integer, $3::integer, sum(slots), sum(dead)
       from "${schema}".lexical_segments where segment = any($2::integer[])`,
    [segment, joined, level + 1],
  );
  await session.query(
    `update "${schema}".lexical_units set segment = $1 where segment = any($2::integer[])`,
    [segment, joined],
  );
  for (const table of ['lexical_postings', 'lexical_segments'])
    await session.query(`delete from "${schema}".${table} where segment = any($1::integer[])`, [joined]);
};

/** Removes words that no passage contains any more. */
const forgetWords = (session: SqlSession, schema: string) =>
  session.query(
    `delete from "${schema}".lexical_words w where not exists (
       select from "${schema}".lexical_postings p
        where p.segment in (select segment from "${schema}".lexical_segments) and p.term = 'w' || w.word)`,
  );

/** Dissolves a segment when more than half of it is dead; its live documents return to the tail. */
const giveUpSegment = async (session: SqlSession, schema: string): Promise<void> => {
  const [row] = await session.query(
    `select segment from "${schema}".lexical_segments where dead * 2 > slots order by segment limit 1`,
  );
  if (!row) return;
  const { segment } = segmentRow.parse(row);
  const ofSegment = `unit in (select unit from "${schema}".lexical_units where segment = $1)`;
  await session.query(`update "${schema}".lexical_state set epoch = epoch + 1`);
  await session.query(
    `insert into "${schema}".lexical_tail (doc_key, version, chunks, since)
     select doc_key, version, slots, since from "${schema}".lexical_documents where live and ${ofSegment}`,
    [segment],
  );
  await session.query(`delete from "${schema}".lexical_documents where ${ofSegment}`, [segment]);
  for (const table of ['lexical_units', 'lexical_postings', 'lexical_segments'])
    await session.query(`delete from "${schema}".${table} where segment = $1`, [segment]);
  await forgetWords(session, schema);
};

/** Removes a document from the tail and marks its passages in segments as dead. */
const withdraw = async (session: SqlSession, schema: string, docKey: string): Promise<void> => {
  await session.query(`delete from "${schema}".lexical_tail where doc_key = $1`, [docKey]);
  await session.query(
    `with gone as (
       update "${schema}".lexical_documents set live = false where doc_key = $1 and live returning unit, slots)
     update "${schema}".lexical_segments s set dead = s.dead + g.slots
       from gone g join "${schema}".lexical_units u on u.unit = g.unit where s.segment = u.segment`,
    [docKey],
  );
};

/** Removes the postings of passages from a segment. */
const removePostings = async (
  session: SqlSession,
  schema: string,
  { unit, segment, first_slot: first, slots }: z.output<typeof placementRow>,
  keys: readonly string[],
): Promise<void> => {
  const rows = await session.query(
    `select term, postings from "${schema}".lexical_postings where segment = $1 and term = any($2::text[])`,
    [segment, keys],
  );
  const isGone = (place: number): boolean => place >= first && place < first + slots;
  const left = rows.flatMap(({ term, postings }): (readonly [string, PackedPostings])[] => {
    if (!(postings instanceof Uint8Array)) return [];
    const packed = withoutPassages(postings, unit, isGone);
    return packed.length === 0 ? [] : [[String(term), packed]];
  });
  await session.query(
    `delete from "${schema}".lexical_postings where segment = $1 and term = any($2::text[])`,
    [segment, keys],
  );
  await insertPostings(session, schema, segment, left);
};

const erase = async (session: SqlSession, schema: string, docKey: string): Promise<void> => {
  await withdraw(session, schema, docKey);
  const rows = await session.query(
    `select d.unit, u.segment, d.version, d.first_slot, d.slots
       from "${schema}".lexical_documents d join "${schema}".lexical_units u on u.unit = d.unit
      where d.doc_key = $1 order by d.unit`,
    [docKey],
  );
  if (rows.length === 0) return;
  const breathe = breathing(session);
  for (const row of rows) {
    const placement = placementRow.parse(row);
    const passages = await passagesOf(session, schema, docKey, placement.version);
    const [head] = passages;
    if (!head) continue;
    const titleTerms = titleTermsOf(head);
    const keys = new Set<string>();
    for (const [at, passage] of passages.entries()) {
      for (const key of keysOfPassage(passage, titleTerms, at === 0).keys.keys()) keys.add(key);
      await breathe();
    }
    await removePostings(session, schema, placement, [...keys]);
  }
  await session.query(`update "${schema}".lexical_state set epoch = epoch + 1`);
  await session.query(
    `update "${schema}".lexical_documents
        set metadata = '{}', lengths = decode(repeat('00', slots * 4), 'hex') where doc_key = $1`,
    [docKey],
  );
  await forgetWords(session, schema);
};

/** True when the passages are numbered consecutively from 0, as slots in a unit are. */
const isInOrder = async (
  session: SqlSession,
  schema: string,
  docKey: string,
  { version, chunks }: { readonly version: number; readonly chunks: number },
): Promise<boolean> => {
  const rows = await session.query(
    `select chunk_id from "${schema}".passages where doc_key = $1 and version = $2 order by index`,
    [docKey, version],
  );
  // No rows if the document has been erased since; it then occupies its former slots.
  return (
    rows.length === 0 ||
    (rows.length === chunks && rows.every((row, at) => row.chunk_id === chunkIdOf(docKey, version, at)))
  );
};

/**
 * Words in tables, in segments like those of a log-structured merge tree: nodes hold changed documents until
 * there are 500 passages, which are written once as a segment and later merged with segments of the same
 * size. Replaced or withdrawn passages remain until they make up half of a segment; erased ones are removed
 * immediately.
 */
export const createLexicalTables = (
  database: Database,
  home: LexicalTables['home'],
  sizes = usualSizes,
): LexicalTables => {
  const ifStored = async (
    session: SqlSession,
    schema: string,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    if ((await lexicalStorageOf(session, schema)) === 'stored') await work();
  };
  return {
    home,
    isCurrent: async (schema) => (await lexicalStorageOf(database, schema)) === (await home()),
    create: createTables,
    change: (session, schema, { docKey, position, stored }) =>
      ifStored(session, schema, async () => {
        await withdraw(session, schema, docKey);
        if (!stored || !(await isInOrder(session, schema, docKey, stored))) return;
        await session.query(
          `insert into "${schema}".lexical_tail (doc_key, version, chunks, since) values ($1, $2, $3, $4)`,
          [docKey, stored.version, stored.chunks, position],
        );
      }),
    erase: (session, schema, docKey) => ifStored(session, schema, () => erase(session, schema, docKey)),
    settle: (session, schema) =>
      ifStored(session, schema, async () => {
        await giveUpSegment(session, schema);
        await writeTail(session, schema, sizes);
        for (let level = 0; level < TOP_LEVEL; level += 1) await joinSegments(session, schema, level, sizes);
      }),
  };
};
