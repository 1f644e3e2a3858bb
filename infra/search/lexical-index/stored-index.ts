import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { damerauLevenshtein } from '../../../domain/language/damerau-levenshtein.ts';
import type { Dictionary } from '../../../domain/language/dictionary.ts';
import { lettersOf, type NearWord } from '../../../domain/language/near-words.ts';
import { stem } from '../../../domain/language/stem.ts';
import { stopWords } from '../../../domain/language/stop-words.ts';
import { tokenize } from '../../../domain/language/tokenize.ts';
import {
  byScore,
  createLexicalIndex,
  type LexicalHit,
} from '../../../domain/retrieval/lexical/lexical-index.ts';
import { unpackPostings } from '../../../domain/retrieval/lexical/packed-postings.ts';
import { fieldsIn, hasSlot, type PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import {
  type CorpusStatistics,
  createScorer,
  rarityIn,
} from '../../../domain/retrieval/lexical/score-postings.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { protocolFamily, protocolNumberKey } from '../../../domain/retrieval/protocol-numbers.ts';
import { minPassagesOfWord } from '../../../domain/retrieval/query/word-counts.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { SqlSession, SqlValue } from '../../../ports/database.ts';
import type { AskedTerms, CorpusIndex, CorpusView } from '../../../ports/lexical-index.ts';
import { beginTimeSlice, yieldToEventLoop } from '../../../ports/time-slice.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import {
  createResidentDocuments,
  groupsOf,
  type ResidentServices,
} from '../../../projections/search/resident-documents.ts';
import { filterConditions } from '../vector-index/vector-table.ts';
import { lexicalKeys, numberPrefix, seriesKeys } from './lexical-keys.ts';
import { createSegmentView, type SegmentView } from './segment-view.ts';

export type StoredIndexServices = ResidentServices & {
  readonly dictionary: Dictionary;
  /** Bytes of postings that are kept between searches. */
  readonly postingBytes?: number;
};

/** Postings are eight bytes each in memory: those of the commonest terms of 1,000,000 passages, by which most searches are slow. */
const POSTING_BYTES = 256 * 1024 * 1024;
/** Characters of passages that are kept: about 20,000 passages, 50 MB. */
const PASSAGE_CHARACTERS = 24_000_000;
/** Characters of whole documents that are kept: as many as a thread that composes answers keeps. */
const DOCUMENT_CHARACTERS = 24_000_000;
const CHARACTERS_BESIDE_TEXT = 500;
/** Look-ups that are kept of words near others, spellings of numbers, and documents that pass filters. */
const LOOKUPS_KEPT = 500;
/** How often a pure function is asked again for what it looked up: each time it comes further. */
const MAX_ROUNDS = 40;
/** How often a search begins anew because segments changed under it. */
const MAX_RESTARTS = 6;
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
const postingsRow = z.object({
  epoch: z.number(),
  term: z.string().nullable(),
  segment: z.number().nullable(),
  postings: z.instanceof(Uint8Array).nullable(),
});

const spellingRow = z.object({ epoch: z.number(), term: z.string().nullable() });

/** What is known of where one key occurs: the segments that were asked, and the lists of those that have it. */
type KeyPostings = {
  readonly asked: ReadonlySet<number>;
  readonly lists: ReadonlyMap<number, PostingList>;
};
const noPostings: KeyPostings = { asked: new Set(), lists: new Map() };

type Spellings = { readonly document: readonly string[]; readonly section: readonly string[] };

/** All that was fetched for one search or question; what it lacks is noted, to be fetched. */
type Pinned = {
  /** Whose slots the postings are in. */
  readonly view: SegmentView;
  /** After which change of the corpus words, numbers and filters were looked up; see `changes`. */
  lookedUpAfter: number;
  readonly keys: Map<string, KeyPostings>;
  readonly near: Map<string, readonly NearWord[]>;
  readonly spellings: Map<string, Spellings>;
  readonly passages: Map<string, Passage | undefined>;
  readonly filters: Map<string, ReadonlySet<string>>;
};
type Missing = {
  readonly keys: Set<string>;
  readonly near: Map<string, readonly [word: string, maxEdits: number]>;
  readonly spellings: Set<string>;
  readonly passages: Set<string>;
  readonly filters: Map<string, SearchFilters>;
};

const nothingPinned = (view: SegmentView, lookedUpAfter: number): Pinned => ({
  view,
  lookedUpAfter,
  keys: new Map(),
  near: new Map(),
  spellings: new Map(),
  passages: new Map(),
  filters: new Map(),
});
const nothingMissing = (): Missing => ({
  keys: new Set(),
  near: new Map(),
  spellings: new Set(),
  passages: new Set(),
  filters: new Map(),
});

/** Segments are not those any more that this node knows. */
class SegmentsChanged extends Error {}

const tooRestless = (): Failure =>
  new Failure(
    failure('unavailable', 'The words of the index change faster than they can be read. Try again shortly.', {
      component: 'search-index',
      retryAfter: 5,
    }),
  );

const ofDocumentsOnly = ({ drug: _, ...filters }: SearchFilters): SearchFilters => filters;
const nameOf = (filters: SearchFilters): string => JSON.stringify(filters);
const isAsking = (filters: SearchFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/**
 * The live passages of a generation whose words are in tables. In memory are the documents that are sealed, which no
 * table has the words of, those that wait to be written, and of all others where their passages are; postings and
 * passages are fetched, and kept as far as there is room.
 */
export const createStoredIndex = (
  services: StoredIndexServices,
  projection: string,
  generation: number,
): CorpusIndex => {
  const { database } = services;
  const schema = generationSchema(projection, generation);
  const memory = createLexicalIndex(services.dictionary, { isPartOfCorpus: true });
  const residents = createResidentDocuments(services, schema, memory);
  const score = createScorer();
  let view: SegmentView = createSegmentView();
  let epoch = -1;
  let destructions = 0;
  let reached: Position = -1;
  let lastChange: Position = 0;
  let settled = true;
  let catchingUp: Promise<void> | undefined;

  const bytesOf = ({ lists }: KeyPostings): number =>
    lists.values().reduce((sum, { length }) => sum + 8 * length + 200, 200);
  const keptKeys = new LRUCache<string, KeyPostings>({
    maxSize: services.postingBytes ?? POSTING_BYTES,
    sizeCalculation: bytesOf,
  });
  const keptPassages = new LRUCache<string, Passage>({
    maxSize: PASSAGE_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + CHARACTERS_BESIDE_TEXT,
  });
  const keptDocuments = new LRUCache<string, readonly Passage[]>({
    maxSize: DOCUMENT_CHARACTERS,
    sizeCalculation: (passages) =>
      passages.reduce((sum, { text }) => sum + text.length + CHARACTERS_BESIDE_TEXT, 1),
  });
  /** These hold while nothing changes. */
  const keptNear = new LRUCache<string, readonly NearWord[]>({ max: LOOKUPS_KEPT });
  const keptSpellings = new LRUCache<string, Spellings>({ max: LOOKUPS_KEPT });
  const keptFilters = new LRUCache<string, ReadonlySet<string>>({ max: 20 });

  /** Counts what forgot the look-ups: one that was under way meanwhile may lack what is new, and is made again. */
  let changes = 0;

  const forgetLookups = (): void => {
    changes += 1;
    keptNear.clear();
    keptSpellings.clear();
    keptFilters.clear();
  };

  // Catching up

  const beginAnew = (): void => {
    view = createSegmentView();
    keptKeys.clear();
    epoch = -1;
    lastChange = 0;
  };

  const isHeldInMemory = (docKey: string): boolean => memory.documentPassages(docKey).length > 0;

  /** Those of the units beyond the last that is known, each page of them in a statement. */
  const readUnits = async (session: SqlSession): Promise<readonly string[]> => {
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
      if (page.length < DOCUMENTS_AT_ONCE) break;
      await yieldToEventLoop();
    }
    return homeless.filter((docKey) => view.ownerOfDocument(docKey) === undefined);
  };

  const changedSql = `select d.doc_key, d.version, d.changed_at, l.doc_key is not null as placed,
           case when l.doc_key is not null or d.version is null then 0
                else (select count(*) from "${schema}".passages as p where p.doc_key = d.doc_key and p.live)
           end as passages
      from "${schema}".documents as d
      left join "${schema}".lexical_documents as l
        on l.doc_key = d.doc_key and l.version = d.version and l.live`;

  const catchUp = async (position: Position): Promise<void> => {
    const before = destructions;
    if (view.isMostlyGone()) beginAnew();
    const read = database.transaction(async (session) => {
      // Segments, documents and their state of one moment.
      await session.query('set transaction isolation level repeatable read');
      const [state] = await session.query(`select epoch from "${schema}".lexical_state`);
      const now = epochRow.parse(state).epoch;
      const rows = await session.query(`${changedSql} where d.changed_at > $1 order by d.changed_at`, [
        lastChange,
      ]);
      const changed = rows.map((row) => changedRow.parse(row));
      if (changed.length > 0 || now !== epoch) {
        settled = false;
        forgetLookups();
      }
      let homeless: readonly string[] = [];
      if (now !== epoch) homeless = await readUnits(session);
      epoch = now;
      const known = new Set(changed.map(({ doc_key }) => doc_key));
      const others = homeless.filter((docKey) => !known.has(docKey));
      const unplaced =
        others.length === 0
          ? []
          : await session.query(`${changedSql} where d.doc_key = any($1::text[]) order by d.changed_at`, [
              others,
            ]);
      return [...changed, ...unplaced.map((row) => changedRow.parse(row))];
    });
    const inMemory = await read.catch((error: unknown) => {
      // It may hold a part of what is new.
      beginAnew();
      throw error;
    });
    if (!settled) forgetLookups();
    const isPlaced = ({ placed, doc_key, version }: ChangedDocument): boolean => {
      const owner = view.ownerOfDocument(doc_key);
      return placed && owner !== undefined && view.versionOf(owner) === version;
    };
    const elsewhere = inMemory.filter((document) => !isPlaced(document));
    for (const { doc_key: docKey } of elsewhere) {
      view.withdraw(docKey);
      keptDocuments.delete(docKey);
    }
    for (const group of groupsOf(
      elsewhere.filter((one) => one.passages > 0 || isHeldInMemory(one.doc_key)),
    )) {
      await residents.load(group);
      await yieldToEventLoop();
    }
    // Those that have been written meanwhile.
    await residents.release(
      [...memory.documentKeys()].filter((docKey) => view.ownerOfDocument(docKey) !== undefined),
    );
    lastChange = inMemory.reduce((latest, { changed_at }) => Math.max(latest, changed_at), lastChange);
    if (destructions !== before) await residents.forgetErased();
    settled = true;
    reached = Math.max(reached, position);
  };

  const catchUpOnce = (position: Position): Promise<void> => {
    catchingUp ??= catchUp(position).finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  };

  // What is looked up

  const isComplete = ({ asked }: KeyPostings): boolean => {
    for (const segment of view.segments()) if (!asked.has(segment)) return false;
    return true;
  };

  const postingsOf = (key: string, pinned: Pinned, missing: Missing): KeyPostings => {
    const found = pinned.keys.get(key) ?? keptKeys.get(key);
    if (!found || !isComplete(found)) {
      missing.keys.add(key);
      return noPostings;
    }
    pinned.keys.set(key, found);
    return found;
  };

  const liveCounts = new WeakMap<PostingList, { readonly at: number; readonly live: number }>();
  const liveIn = (segment: number, list: PostingList): number => {
    if (!view.hasWithdrawn(segment)) return list.length;
    const counted = liveCounts.get(list);
    if (counted?.at === view.withdrawals()) return counted.live;
    let live = 0;
    for (let at = 0; at < list.length; at += 1) if (view.isLive(list.slots[at] ?? 0)) live += 1;
    liveCounts.set(list, { at: view.withdrawals(), live });
    return live;
  };
  const countOf = ({ lists }: KeyPostings): number => {
    let live = 0;
    for (const [segment, list] of lists) if (view.segments().has(segment)) live += liveIn(segment, list);
    return live;
  };
  /** The lists of segments that are there. */
  const listsOf = ({ lists }: KeyPostings): readonly PostingList[] =>
    [...lists].flatMap(([segment, list]) => (view.segments().has(segment) ? [list] : []));

  /** Those of which something is known lack a segment or two, and the others all. */
  const fetchKeys = async (wanted: Iterable<string>, pinned: Pinned): Promise<void> => {
    const keys = [...wanted].map((key) => [key, keptKeys.get(key) ?? noPostings] as const);
    await Promise.all([
      fetchAlike(new Map(keys.filter(([, { asked }]) => asked.size === 0)), pinned),
      fetchAlike(new Map(keys.filter(([, { asked }]) => asked.size > 0)), pinned),
    ]);
  };

  const fetchAlike = async (known: ReadonlyMap<string, KeyPostings>, pinned: Pinned): Promise<void> => {
    const segments = [...view.segments()];
    const at = epoch;
    if (known.size === 0) return;
    const rows =
      segments.length === 0
        ? []
        : await database.query(
            `select s.epoch, p.term, p.segment, p.postings
               from "${schema}".lexical_state s
               left join "${schema}".lexical_postings p
                 on p.segment = any($1::integer[]) and p.term = any($2::text[])`,
            [
              segments.filter((segment) => known.values().some(({ asked }) => !asked.has(segment))),
              [...known.keys()],
            ],
          );
    const fetched = new Map<string, Map<number, PostingList>>();
    for (const row of rows) {
      const { epoch: now, term, segment, postings } = postingsRow.parse(row);
      if (now !== at || at !== epoch || pinned.view !== view) throw new SegmentsChanged();
      if (term === null || segment === null || postings === null) continue;
      const lists = fetched.get(term) ?? new Map<number, PostingList>();
      fetched.set(term, lists.set(segment, unpackPostings(postings, view.offsetOf)));
    }
    const asked = new Set(segments);
    for (const [key, before] of known) {
      const lists = new Map([...before.lists].filter(([segment]) => asked.has(segment)));
      for (const [segment, list] of fetched.get(key) ?? []) lists.set(segment, list);
      const found = { asked, lists };
      pinned.keys.set(key, found);
      keptKeys.set(key, found);
    }
    services.metrics?.count('anamnesis_lexical_terms_fetched_total', {}, known.size);
    services.metrics?.gauge('anamnesis_lexical_cache_bytes', keptKeys.calculatedSize, {});
  };

  const fetchNear = async ({ near }: Missing, pinned: Pinned): Promise<void> => {
    for (const [name, [word, maxEdits]] of near) {
      const kept = keptNear.get(name);
      if (kept) {
        pinned.near.set(name, kept);
        continue;
      }
      const before = changes;
      const rows = await database.query(
        `select word from "${schema}".lexical_words
          where left(word, 1) = $1 and length(word) between $2 and $3
            and bit_count((letters # $4)::bit(32)) <= 2 * $5::integer - abs(length(word) - $6::integer)`,
        [
          word.charAt(0),
          word.length - maxEdits,
          word.length + maxEdits,
          lettersOf(word),
          maxEdits,
          word.length,
        ],
      );
      const found = rows.flatMap((row): readonly NearWord[] => {
        const candidate = String(row.word);
        const distance = damerauLevenshtein(word, candidate, maxEdits);
        return distance <= maxEdits ? [{ word: candidate, distance }] : [];
      });
      if (changes !== before) return;
      keptNear.set(name, found);
      pinned.near.set(name, found);
    }
  };

  const fetchSpellings = async ({ spellings }: Missing, pinned: Pinned): Promise<void> => {
    for (const number of spellings) {
      const before = changes;
      const kept = keptSpellings.get(number);
      const find = async (of: 'document' | 'section'): Promise<readonly string[]> => {
        const prefix = numberPrefix(of, number);
        const at = epoch;
        const rows = await database.query(
          `select distinct s.epoch, p.term from "${schema}".lexical_state s
             left join "${schema}".lexical_postings p
               on p.segment = any($1::integer[]) and p.term >= $2 and p.term < $3`,
          // The blank that ends the prefix is followed by "!".
          [[...view.segments()], prefix, `${prefix.slice(0, -1)}!`],
        );
        return rows.flatMap((row) => {
          const { epoch: now, term } = spellingRow.parse(row);
          if (now !== at || at !== epoch) throw new SegmentsChanged();
          return term ?? [];
        });
      };
      const found = kept ?? { document: await find('document'), section: await find('section') };
      if (changes !== before) return;
      keptSpellings.set(number, found);
      pinned.spellings.set(number, found);
    }
  };

  const fetchPassages = async (wanted: Iterable<string>, pinned: Pinned): Promise<void> => {
    const lacking: string[] = [];
    for (const chunkId of wanted) {
      const kept = keptPassages.get(chunkId);
      if (kept) pinned.passages.set(chunkId, kept);
      else lacking.push(chunkId);
    }
    if (lacking.length === 0) return;
    const rows = await database.query(
      `select chunk_id, passage from "${schema}".passages
        where chunk_id = any($1::text[]) and passage is not null`,
      [lacking],
    );
    for (const chunkId of lacking) pinned.passages.set(chunkId, undefined);
    for (const row of rows) {
      // Written by the search projection from validated chunks, read back as it was.
      const passage = row.passage as Passage;
      pinned.passages.set(passage.chunkId, passage);
      keptPassages.set(passage.chunkId, passage);
    }
  };

  const fetchFilters = async ({ filters }: Missing, pinned: Pinned): Promise<void> => {
    for (const [name, asked] of filters) {
      const kept = keptFilters.get(name);
      if (kept) {
        pinned.filters.set(name, kept);
        continue;
      }
      const before = changes;
      const values: SqlValue[] = [];
      const where = filterConditions(asked, (value) => `$${values.push(value)}`);
      const rows = await database.query(
        `select doc_key from (select * from "${schema}".lexical_documents where live) as d ${where}`,
        values,
      );
      const passing = new Set(rows.map((row) => String(row.doc_key)));
      if (changes !== before) return;
      keptFilters.set(name, passing);
      pinned.filters.set(name, passing);
    }
  };

  const fetchMissing = async (missing: Missing, pinned: Pinned): Promise<void> => {
    await Promise.all([
      fetchKeys(missing.keys, pinned),
      fetchNear(missing, pinned),
      fetchSpellings(missing, pinned),
      fetchPassages(missing.passages, pinned),
      fetchFilters(missing, pinned),
    ]);
  };

  /** Lets go of what was looked up before the corpus changed; postings and passages stay what they are. */
  const forgetOutdated = (pinned: Pinned): void => {
    if (pinned.lookedUpAfter === changes) return;
    pinned.near.clear();
    pinned.spellings.clear();
    pinned.filters.clear();
    pinned.lookedUpAfter = changes;
  };

  const isNothing = ({ keys, near, spellings, passages, filters }: Missing): boolean =>
    keys.size + near.size + spellings.size + passages.size + filters.size === 0;

  /** Documents that pass; undefined when all do. */
  const passing = (
    filters: SearchFilters,
    pinned: Pinned,
    missing: Missing,
  ): ReadonlySet<string> | undefined => {
    const asked = ofDocumentsOnly(filters);
    if (!isAsking(asked)) return undefined;
    const name = nameOf(asked);
    const found = pinned.filters.get(name);
    if (!found) missing.filters.set(name, asked);
    return found ?? new Set();
  };

  const slotsOf = (keys: readonly string[], pinned: Pinned, missing: Missing): ReadonlySet<number> => {
    const slots = new Set<number>();
    for (const key of keys)
      for (const list of listsOf(postingsOf(key, pinned, missing)))
        for (const slot of list.slots) if (view.isLive(slot)) slots.add(slot);
    return slots;
  };

  const frequencyOf = (term: string, pinned: Pinned, missing: Missing): number =>
    memory.statistics().frequencyOf(term) + countOf(postingsOf(lexicalKeys.term(term), pinned, missing));

  const spellingsOf = (number: string, pinned: Pinned, missing: Missing): Spellings => {
    const key = protocolNumberKey(number);
    const found = pinned.spellings.get(key);
    if (!found) {
      missing.spellings.add(key);
      return { document: [], section: [] };
    }
    const isThere = (one: string): boolean => countOf(postingsOf(one, pinned, missing)) > 0;
    return { document: found.document.filter(isThere), section: found.section.filter(isThere) };
  };

  const corpusOf = (pinned: Pinned, missing: Missing): CorpusView => {
    /** While it is not known, a word counts as there: only what is known to be nowhere is looked for among others. */
    const countKey = (key: string, held: number): number => {
      const found = postingsOf(key, pinned, missing);
      return missing.keys.has(key) ? 1 : held + countOf(found);
    };
    const countWord = (word: string): number =>
      countKey(lexicalKeys.word(word), memory.vocabulary.documentFrequency(word));
    const first = (
      held: string | undefined,
      keys: readonly string[],
      number: string,
      of: 'document' | 'section',
    ): string | undefined => {
      const prefix = numberPrefix(of, number);
      return [
        ...(held === undefined ? [] : [held]),
        ...keys.map((key) => key.slice(prefix.length)),
      ].sort()[0];
    };
    const passage = (chunkId: string): Passage | undefined => {
      const held = memory.passage(chunkId);
      if (held || view.slotOf(chunkId) === undefined) return held;
      if (pinned.passages.has(chunkId)) return pinned.passages.get(chunkId);
      const kept = keptPassages.get(chunkId);
      if (!kept) missing.passages.add(chunkId);
      else pinned.passages.set(chunkId, kept);
      return kept;
    };
    return {
      passage,
      fieldsOf: (chunkId, term) => {
        const slot = view.slotOf(chunkId);
        if (slot === undefined) return memory.fieldsOf(chunkId, term);
        const list = postingsOf(lexicalKeys.term(term), pinned, missing).lists.get(view.segmentOf(slot));
        return list ? fieldsIn(list, slot) : { body: false, title: false, section: false };
      },
      passagesWith: (text) => {
        const terms = tokenize(text).flatMap((token) =>
          stopWords.has(token.text) ? [] : [stem(token.text)],
        );
        const all = terms.map((term) => listsOf(postingsOf(lexicalKeys.term(term), pinned, missing)));
        const [lists = [], ...others] = all;
        const found = new Set(memory.passagesWith(text));
        for (const list of lists)
          for (const slot of list.slots)
            if (view.isLive(slot) && others.every((other) => other.some((one) => hasSlot(one, slot))))
              found.add(view.chunkIdOf(slot));
        return found;
      },
      passagesNaming: (drugs) => {
        const found = new Set(memory.passagesNaming(drugs));
        for (const slot of slotsOf(drugs.map(lexicalKeys.drug), pinned, missing))
          found.add(view.chunkIdOf(slot));
        return found;
      },
      isAnyPassing: (filters, only) => {
        if (memory.isAnyPassing(filters, only)) return true;
        const documents = passing(filters, pinned, missing);
        const isOf = (slot: number): boolean =>
          documents?.has(view.docKeyOf(view.ownerOf()[slot] ?? 0)) ?? true;
        const named = filters.drug && slotsOf(filters.drug.map(lexicalKeys.drug), pinned, missing);
        if (only) {
          const slots = [...only].flatMap((chunkId) => view.slotOf(chunkId) ?? []);
          return slots.some((slot) => isOf(slot) && (named?.has(slot) ?? true));
        }
        if (named) return [...named].some(isOf);
        return documents
          ? documents.values().some((docKey) => view.ownerOfDocument(docKey) !== undefined)
          : view.passages() > 0;
      },
      vocabulary: {
        documentFrequency: countWord,
        hasStem: (word) => countKey(lexicalKeys.term(word), memory.statistics().frequencyOf(word)) > 0,
        isEnglish: memory.vocabulary.isEnglish,
        familiarityOf: memory.vocabulary.familiarityOf,
        rarityOf: (term) => rarityIn(memory.size() + view.passages(), frequencyOf(term, pinned, missing)),
        wordsNear: (word, maxEdits) => {
          const name = `${maxEdits} ${word}`;
          const stored = pinned.near.get(name);
          if (!stored) missing.near.set(name, [word, maxEdits]);
          const candidates = new Map(
            [...(stored ?? []), ...memory.vocabulary.wordsNear(word, maxEdits)].map((one) => [one.word, one]),
          );
          return [...candidates.values()].filter((one) => countWord(one.word) >= minPassagesOfWord);
        },
        filedNumber: (number) => {
          const held = memory.filedNumbers(number);
          const { document, section } = spellingsOf(number, pinned, missing);
          return (
            first(held.ofDocument, document, number, 'document') ??
            first(held.ofSection, section, number, 'section')
          );
        },
        hasProtocolNumber: (number) => {
          if (memory.vocabulary.hasProtocolNumber(number)) return true;
          const { document, section } = spellingsOf(number, pinned, missing);
          const family = lexicalKeys.family(protocolNumberKey(protocolFamily(number)));
          return document.length + section.length > 0 || countOf(postingsOf(family, pinned, missing)) > 0;
        },
        hasProtocolSeries: (number) =>
          memory.vocabulary.hasProtocolSeries(number) ||
          seriesKeys(number).some((key) => countOf(postingsOf(key, pinned, missing)) > 0),
      },
    };
  };

  /** Does something that reads segments, again when they change under it. */
  const onSegments = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (let restart = 0; restart < MAX_RESTARTS; restart += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof SegmentsChanged)) throw error;
        await catchUpOnce(reached);
      }
    }
    throw tooRestless();
  };

  /** Reads, fetches what was missing, and reads again until nothing is. */
  const untilNothingIsMissing = async <Answer>(
    pinned: Pinned,
    read: (missing: Missing) => Answer,
  ): Promise<Answer> => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (pinned.view !== view) throw new SegmentsChanged();
      forgetOutdated(pinned);
      const missing = nothingMissing();
      const answer = read(missing);
      if (isNothing(missing)) return answer;
      await fetchMissing(missing, pinned);
    }
    throw tooRestless();
  };

  const ask: CorpusIndex['ask'] = (read, lookedUp) =>
    onSegments(async () => {
      const pinned = nothingPinned(view, changes);
      if (lookedUp) {
        const { chunkIds, terms } = lookedUp();
        await untilNothingIsMissing(pinned, (missing) => {
          const { passage } = corpusOf(pinned, missing);
          for (const chunkId of chunkIds) passage(chunkId);
          for (const term of terms) postingsOf(lexicalKeys.term(term), pinned, missing);
        });
      }
      return untilNothingIsMissing(pinned, (missing) => read(corpusOf(pinned, missing)));
    });

  const searchOne = (
    { terms, protocolNumbers }: AskedTerms,
    limit: number,
    filters: SearchFilters,
    only: ReadonlySet<string> | undefined,
    pinned: Pinned,
    missing: Missing,
  ): readonly LexicalHit[] => {
    const own = memory.statistics();
    const frequencies = new Map(terms.map(({ term }) => [term, frequencyOf(term, pinned, missing)]));
    const documents = passing(filters, pinned, missing);
    const named = filters.drug && slotsOf(filters.drug.map(lexicalKeys.drug), pinned, missing);
    const numbered = (of: 'document' | 'section'): ReadonlySet<number> =>
      slotsOf(
        protocolNumbers.flatMap((number) => spellingsOf(number, pinned, missing)[of]),
        pinned,
        missing,
      );
    const sections = numbered('section');
    const ownerOf = view.ownerOf();
    const owners = new Set([...numbered('document')].map((slot) => ownerOf[slot] ?? 0));
    // Not worth computing yet.
    if (!isNothing(missing)) return [];
    const statistics: CorpusStatistics = {
      passages: own.passages + view.passages(),
      totalLength: own.totalLength + view.totalLength(),
      frequencyOf: (term) => frequencies.get(term) ?? 0,
    };
    const stored = score(terms, limit, statistics, {
      slots: view.slots(),
      owners: view.owners(),
      lengths: view.lengths(),
      ownerOf,
      postingsOf: (term) => listsOf(pinned.keys.get(lexicalKeys.term(term)) ?? noPostings),
      passagesOf: (owner) =>
        documents === undefined || documents.has(view.docKeyOf(owner)) ? view.passagesOf(owner) : 0,
      mayBeFound: (slot) =>
        view.isLive(slot) && (named?.has(slot) ?? true) && (only?.has(view.chunkIdOf(slot)) ?? true),
      isAskedByNumber: (slot, owner) => owners.has(owner) || sections.has(slot),
    }).map(({ slot, score: of }) => ({ chunkId: view.chunkIdOf(slot), score: of }));
    const held = memory.search({ terms, protocolNumbers }, limit, filters, only, statistics);
    return [...stored, ...held].sort(byScore).slice(0, limit);
  };

  return {
    generation,
    ask,
    search: (wordings, limit, filters, only) =>
      onSegments(async () => {
        const pinned = nothingPinned(view, changes);
        const slice = beginTimeSlice();
        const found: (readonly LexicalHit[])[] = [];
        await untilNothingIsMissing(pinned, (missing) => {
          for (const { terms } of wordings)
            for (const { term } of terms) postingsOf(lexicalKeys.term(term), pinned, missing);
        });
        for (const wording of wordings) {
          found.push(
            await untilNothingIsMissing(pinned, (missing) =>
              searchOne(wording, limit, filters, only, pinned, missing),
            ),
          );
          if (slice.isOver()) await slice.yield();
        }
        return found;
      }),
    documents: async function* () {
      const seen = new Set<string>();
      for (const passage of memory.passages()) {
        if (seen.has(passage.docKey)) continue;
        seen.add(passage.docKey);
        yield passage;
      }
      const docKeys = [...view.docKeys()];
      for (let from = 0; from < docKeys.length; from += DOCUMENTS_AT_ONCE) {
        const rows = await database.query(
          `select passage from "${schema}".passages
            where live and index = 0 and passage is not null and doc_key = any($1::text[])`,
          [docKeys.slice(from, from + DOCUMENTS_AT_ONCE)],
        );
        for (const { passage } of rows) yield passage as Passage;
      }
    },
    wholeDocument: async (docKey, version) => {
      const held = memory.documentPassages(docKey);
      if (held.length > 0) return held[0]?.version === version ? held : [];
      const owner = view.ownerOfDocument(docKey);
      if (owner === undefined || view.versionOf(owner) !== version) return [];
      const kept = keptDocuments.get(docKey);
      if (kept?.[0]?.version === version) return kept;
      const rows = await database.query(
        `select passage from "${schema}".passages
          where live and passage is not null and doc_key = $1 and version = $2 order by index`,
        [docKey, version],
      );
      const passages = rows.map(({ passage }) => passage as Passage);
      if (passages.length > 0) keptDocuments.set(docKey, passages);
      return passages;
    },
    nearestSealed: residents.sealedVectors.nearest,
    heldByWords: residents.awaitedVectors.count,
    close: residents.awaitedVectors.close,
    forgetErased: () => {
      destructions += 1;
      keptKeys.clear();
      keptPassages.clear();
      keptDocuments.clear();
      return residents.forgetErased();
    },
    reached: () => reached,
    version: () => (settled ? lastChange : undefined),
    reach: async (position) => {
      while (reached < position) await catchUpOnce(position);
    },
  };
};
