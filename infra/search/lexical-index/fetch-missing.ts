import { z } from 'zod';
import { damerauLevenshtein } from '../../../domain/language/damerau-levenshtein.ts';
import { lettersOf, type NearWord } from '../../../domain/language/near-words.ts';
import { unpackPostings } from '../../../domain/retrieval/lexical/packed-postings.ts';
import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { SqlValue } from '../../../ports/database.ts';
import { filterConditions } from '../vector-index/vector-table.ts';
import { numberPrefix } from './lexical-keys.ts';
import { type KeyPostings, type Lookup, noPostings } from './lookup.ts';
import { SegmentsChanged } from './segments-changed.ts';
import type { StoredCorpus } from './stored-corpus.ts';

const postingsRow = z.object({
  epoch: z.number(),
  term: z.string().nullable(),
  segment: z.number().nullable(),
  postings: z.instanceof(Uint8Array).nullable(),
});
const spellingRow = z.object({ epoch: z.number(), term: z.string().nullable() });

/** Fetches the postings of keys that lack the same segments, in one statement. */
const fetchAlike = async (
  corpus: StoredCorpus,
  known: ReadonlyMap<string, KeyPostings>,
  { pinned }: Lookup,
): Promise<void> => {
  const { database, schema, metrics, caches, epoch } = corpus;
  const segments = [...corpus.view.segments()];
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
    if (now !== epoch || epoch !== corpus.epoch || pinned.view !== corpus.view) throw new SegmentsChanged();
    if (term === null || segment === null || postings === null) continue;
    const lists = fetched.get(term) ?? new Map<number, PostingList>();
    fetched.set(term, lists.set(segment, unpackPostings(postings, corpus.view.offsetOf)));
  }
  const asked = new Set(segments);
  for (const [key, before] of known) {
    const lists = new Map([...before.lists].filter(([segment]) => asked.has(segment)));
    for (const [segment, list] of fetched.get(key) ?? []) lists.set(segment, list);
    const found = { asked, lists };
    pinned.keys.set(key, found);
    caches.postings.set(key, found);
  }
  metrics?.count('anamnesis_lexical_terms_fetched_total', {}, known.size);
  metrics?.gauge('anamnesis_lexical_cache_bytes', caches.postings.calculatedSize, {});
};

/** Fetches new keys and keys that lack only a segment or two in separate statements. */
const fetchPostings = async (corpus: StoredCorpus, lookup: Lookup): Promise<void> => {
  const keys = [...lookup.missing.keys].map(
    (key) => [key, corpus.caches.postings.get(key) ?? noPostings] as const,
  );
  await Promise.all([
    fetchAlike(corpus, new Map(keys.filter(([, { asked }]) => asked.size === 0)), lookup),
    fetchAlike(corpus, new Map(keys.filter(([, { asked }]) => asked.size > 0)), lookup),
  ]);
};

/** Words in the tables within a few edits of the given one. */
const findNear = async (
  { database, schema }: StoredCorpus,
  word: string,
  maxEdits: number,
): Promise<readonly NearWord[]> => {
  const rows = await database.query(
    `select word from "${schema}".lexical_words
      where left(word, 1) = $1 and length(word) between $2 and $3
        and bit_count((letters # $4)::bit(32)) <= 2 * $5::integer - abs(length(word) - $6::integer)`,
    [word.charAt(0), word.length - maxEdits, word.length + maxEdits, lettersOf(word), maxEdits, word.length],
  );
  return rows.flatMap((row): readonly NearWord[] => {
    const candidate = String(row.word);
    const distance = damerauLevenshtein(word, candidate, maxEdits);
    return distance <= maxEdits ? [{ word: candidate, distance }] : [];
  });
};

const fetchNear = async (corpus: StoredCorpus, { pinned, missing }: Lookup): Promise<void> => {
  const { caches } = corpus;
  for (const [name, [word, maxEdits]] of missing.near) {
    const kept = caches.near.get(name);
    if (kept) {
      pinned.near.set(name, kept);
      continue;
    }
    const before = caches.changes();
    const found = await findNear(corpus, word, maxEdits);
    if (caches.changes() !== before) return;
    caches.near.set(name, found);
    pinned.near.set(name, found);
  }
};

/** The keys under which documents or sections with a protocol number are indexed. */
const findSpellings = async (
  corpus: StoredCorpus,
  of: 'document' | 'section',
  number: string,
): Promise<readonly string[]> => {
  const { database, schema, view, epoch } = corpus;
  const prefix = numberPrefix(of, number);
  const rows = await database.query(
    `select distinct s.epoch, p.term from "${schema}".lexical_state s
       left join "${schema}".lexical_postings p
         on p.segment = any($1::integer[]) and p.term >= $2 and p.term < $3`,
    // The prefix ends in a space; "!" is the next character.
    [[...view.segments()], prefix, `${prefix.slice(0, -1)}!`],
  );
  return rows.flatMap((row) => {
    const { epoch: now, term } = spellingRow.parse(row);
    if (now !== epoch || epoch !== corpus.epoch) throw new SegmentsChanged();
    return term ?? [];
  });
};

const fetchSpellings = async (corpus: StoredCorpus, { pinned, missing }: Lookup): Promise<void> => {
  const { caches } = corpus;
  for (const number of missing.spellings) {
    const before = caches.changes();
    const found = caches.spellings.get(number) ?? {
      document: await findSpellings(corpus, 'document', number),
      section: await findSpellings(corpus, 'section', number),
    };
    if (caches.changes() !== before) return;
    caches.spellings.set(number, found);
    pinned.spellings.set(number, found);
  }
};

const fetchPassages = async (corpus: StoredCorpus, { pinned, missing }: Lookup): Promise<void> => {
  const { database, schema, caches } = corpus;
  const absent: string[] = [];
  for (const chunkId of missing.passages) {
    const kept = caches.passages.get(chunkId);
    if (kept) pinned.passages.set(chunkId, kept);
    else absent.push(chunkId);
  }
  if (absent.length === 0) return;
  const rows = await database.query(
    `select chunk_id, passage from "${schema}".passages
      where chunk_id = any($1::text[]) and passage is not null`,
    [absent],
  );
  for (const chunkId of absent) pinned.passages.set(chunkId, undefined);
  for (const row of rows) {
    // The search projection wrote this from validated chunks.
    const passage = row.passage as Passage;
    pinned.passages.set(passage.chunkId, passage);
    caches.passages.set(passage.chunkId, passage);
  }
};

const fetchFilters = async (corpus: StoredCorpus, { pinned, missing }: Lookup): Promise<void> => {
  const { database, schema, caches } = corpus;
  for (const [name, asked] of missing.filters) {
    const kept = caches.filters.get(name);
    if (kept) {
      pinned.filters.set(name, kept);
      continue;
    }
    const before = caches.changes();
    const values: SqlValue[] = [];
    const where = filterConditions(asked, (value) => `$${values.push(value)}`);
    const rows = await database.query(
      `select doc_key from (select * from "${schema}".lexical_documents where live) as d ${where}`,
      values,
    );
    const passing = new Set(rows.map((row) => String(row.doc_key)));
    if (caches.changes() !== before) return;
    caches.filters.set(name, passing);
    pinned.filters.set(name, passing);
  }
};

/**
 * Fetches what a lookup is missing. Anything that changed during the fetch remains missing. Rejects with
 * SegmentsChanged.
 */
export const fetchMissing = async (corpus: StoredCorpus, lookup: Lookup): Promise<void> => {
  await Promise.all([
    fetchPostings(corpus, lookup),
    fetchNear(corpus, lookup),
    fetchSpellings(corpus, lookup),
    fetchPassages(corpus, lookup),
    fetchFilters(corpus, lookup),
  ]);
};
