import { analyzeText } from './analyze-text.ts';
import { conceptTerm, lexicalQuery } from './lexical-query.ts';
import { matchesFilters } from './matches-filters.ts';
import type { Passage } from './passage.ts';
import { protocolFamily, protocolNumbersOf } from './protocol-numbers.ts';
import type { QueryInterpretation } from './query-interpretation.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import type { SearchFilters } from './search-filters.ts';
import { titleWords } from './title-words.ts';
import { tokenize } from './tokenize.ts';

/** A passage found by its words: BM25 score, 0 or more, comparable within one search only. */
export type LexicalHit = { readonly chunkId: string; readonly score: number };

/** In which fields of a passage a term occurs. */
export type TermFields = { readonly body: boolean; readonly title: boolean; readonly section: boolean };

/** The words of a corpus, held in memory, with the passages themselves. */
export type LexicalIndex = {
  /** Replaces every passage of a document. */
  readonly putDocument: (docKey: string, passages: readonly Passage[]) => void;
  /** Does nothing when the document is unknown. */
  readonly removeDocument: (docKey: string) => void;
  /** Best passages first; equal scores in order of their chunk ids, so that a rebuilt index answers the same. */
  readonly search: (
    interpretation: Pick<QueryInterpretation, 'searchedFor' | 'protocolNumbers' | 'expansions'>,
    limit: number,
    filters: SearchFilters,
  ) => readonly LexicalHit[];
  /** Passages of documents filed under exactly this protocol number, in reading order. */
  readonly passagesNumbered: (protocolNumber: string, filters: SearchFilters) => readonly Passage[];
  readonly passage: (chunkId: string) => Passage | undefined;
  /** Where a passage has a term; nowhere when either is unknown. Spares analysing its text again for ranking. */
  readonly fieldsOf: (chunkId: string, term: string) => TermFields;
  /** Number of passages. */
  readonly size: () => number;
  readonly vocabulary: QueryVocabulary;
};

/** BM25 saturation; 1.2 is the usual value (Robertson and Zaragoza, 2009, section 3.4.4). */
const saturation = 1.2;
/** BM25F field weights, and how strongly a field's length counts (0: not at all, 1: fully). */
const bodyLengthNormalization = 0.6;
const titleWeight = 3;
const sectionWeight = 1.5;
/** Share of what the rest of its document knows about the question that a passage is credited with. */
const documentShare = 0.5;
/** Documents of up to this many passages are about one thing; for longer ones the share falls in proportion. */
const focusedDocumentPassages = 25;
/** Postings of removed passages are swept once they are this share of all. */
const sweepAt = 0.25;

/** Where a term occurs: passage slots ascending, and term frequencies packed as body, title and section. */
type Postings = { slots: Uint32Array; frequencies: Uint32Array; count: number; live: number };

type Frequencies = { body: number; title: number; section: number };

type DocumentEntry = {
  readonly docKey: string;
  readonly ordinal: number;
  readonly slots: readonly number[];
  readonly numbers: readonly string[];
};

const pack = ({ body, title, section }: Frequencies): number =>
  Math.min(body, 0xffff) | (Math.min(title, 0xff) << 16) | (Math.min(section, 0xff) << 24);

const nowhere: TermFields = { body: false, title: false, section: false };

const unpack = (packed: number): TermFields => ({
  body: (packed & 0xffff) > 0,
  title: ((packed >>> 16) & 0xff) > 0,
  section: packed >>> 24 > 0,
});

/** The packed frequencies of a term in a slot, 0 when it does not occur there. Slots ascend, so halving finds it. */
const frequenciesAt = ({ slots, frequencies, count: length }: Postings, slot: number): number => {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((slots[middle] ?? 0) < slot) from = middle + 1;
    else to = middle;
  }
  return slots[from] === slot && from < length ? (frequencies[from] ?? 0) : 0;
};

const termsOf = (text: string): readonly string[] => {
  const { words, concepts } = analyzeText(text);
  return [...words, ...concepts.map(conceptTerm)];
};

/** The terms of a passage with their frequencies, and the length of its body. */
const analyzePassage = (
  passage: Passage,
): { readonly terms: ReadonlyMap<string, Frequencies>; readonly length: number } => {
  const terms = new Map<string, Frequencies>();
  const entry = (term: string): Frequencies => {
    const known = terms.get(term);
    if (known) return known;
    const fresh = { body: 0, title: 0, section: 0 };
    terms.set(term, fresh);
    return fresh;
  };
  const body = termsOf(passage.text);
  for (const term of body) entry(term).body += 1;
  // A title that repeats itself in the file name is not more about its subject, hence sets.
  for (const term of new Set(termsOf(titleWords(passage)))) entry(term).title = 1;
  for (const number of protocolNumbersOf(passage)) {
    entry(number).title = 1;
    entry(protocolFamily(number)).title = 1;
  }
  for (const term of new Set(termsOf(passage.sectionPath.join(' \n ')))) entry(term).section = 1;
  return { terms, length: body.length };
};

const wordsOf = (text: string): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const { text: word } of tokenize(text)) if (word.length >= 4 && /^[a-z]+$/.test(word)) words.add(word);
  return words;
};

/** An empty index. */
export const createLexicalIndex = (): LexicalIndex => {
  const postings = new Map<string, Postings>();
  const documents = new Map<string, DocumentEntry>();
  const slotOf = new Map<string, number>();
  const documentsByNumber = new Map<string, Set<string>>();
  const families = new Map<string, number>();
  const words = createWordCounts();
  let passages: (Passage | undefined)[] = [];
  let entries: DocumentEntry[] = [];
  let lengths = new Uint32Array(1024);
  let owners = new Uint32Array(1024);
  let scores = new Float64Array(1024);
  let documentScores = new Float64Array(256);
  let documentBest = new Float64Array(256);
  let documentSeen = new Int32Array(256);
  let totalLength = 0;
  let livePassages = 0;

  const addPosting = (term: string, slot: number, frequencies: number): void => {
    let list = postings.get(term);
    if (!list) {
      list = { slots: new Uint32Array(2), frequencies: new Uint32Array(2), count: 0, live: 0 };
      postings.set(term, list);
    }
    if (list.count === list.slots.length) {
      list.slots = grown(list.slots, Uint32Array);
      list.frequencies = grown(list.frequencies, Uint32Array);
    }
    list.slots[list.count] = slot;
    list.frequencies[list.count] = frequencies;
    list.count += 1;
    list.live += 1;
  };

  const addPassage = (passage: Passage, owner: number): number => {
    const slot = passages.length;
    passages.push(passage);
    if (slot >= lengths.length) {
      lengths = grown(lengths, Uint32Array);
      owners = grown(owners, Uint32Array);
      scores = new Float64Array(lengths.length);
    }
    const { terms, length } = analyzePassage(passage);
    for (const [term, frequencies] of terms) addPosting(term, slot, pack(frequencies));
    lengths[slot] = length;
    owners[slot] = owner;
    totalLength += length;
    livePassages += 1;
    slotOf.set(passage.chunkId, slot);
    words.add(wordsOf(`${passage.title} ${passage.text}`));
    return slot;
  };

  const dropPassage = (slot: number): void => {
    const passage = passages[slot];
    if (!passage) return;
    for (const term of analyzePassage(passage).terms.keys()) {
      const list = postings.get(term);
      if (list) list.live -= 1;
      if (list?.live === 0) postings.delete(term);
    }
    words.remove(wordsOf(`${passage.title} ${passage.text}`));
    slotOf.delete(passage.chunkId);
    passages[slot] = undefined;
    totalLength -= lengths[slot] ?? 0;
    livePassages -= 1;
  };

  const removeDocument = (docKey: string): void => {
    const entry = documents.get(docKey);
    if (!entry) return;
    documents.delete(docKey);
    for (const slot of entry.slots) dropPassage(slot);
    for (const number of entry.numbers) {
      const filed = documentsByNumber.get(number);
      filed?.delete(docKey);
      if (filed?.size === 0) documentsByNumber.delete(number);
      count(families, protocolFamily(number), -1);
    }
    if (passages.length > 64 && livePassages < passages.length * (1 - sweepAt)) sweep();
  };

  /** Renumbers the slots and documents that are left and drops all postings of those that are gone. */
  const sweep = (): void => {
    const newSlots = new Int32Array(passages.length).fill(-1);
    const kept: (Passage | undefined)[] = [];
    passages.forEach((passage, slot) => {
      if (!passage) return;
      newSlots[slot] = kept.length;
      lengths[kept.length] = lengths[slot] ?? 0;
      owners[kept.length] = owners[slot] ?? 0;
      kept.push(passage);
      slotOf.set(passage.chunkId, kept.length - 1);
    });
    passages = kept;
    for (const list of postings.values()) sweepPostings(list, newSlots);
    entries = [];
    for (const [docKey, entry] of documents) {
      const slots = entry.slots.map((slot) => newSlots[slot] ?? 0);
      const moved = { ...entry, ordinal: entries.length, slots };
      for (const slot of slots) owners[slot] = moved.ordinal;
      entries.push(moved);
      documents.set(docKey, moved);
    }
  };

  const putDocument = (docKey: string, given: readonly Passage[]): void => {
    removeDocument(docKey);
    const first = given[0];
    if (!first) return;
    const ordinal = entries.length;
    if (ordinal >= documentScores.length) {
      documentScores = new Float64Array(documentScores.length * 2);
      documentBest = new Float64Array(documentScores.length);
      documentSeen = new Int32Array(documentScores.length);
    }
    const numbers = protocolNumbersOf(first);
    const entry = { docKey, ordinal, slots: given.map((passage) => addPassage(passage, ordinal)), numbers };
    entries.push(entry);
    documents.set(docKey, entry);
    for (const number of numbers) {
      const filed = documentsByNumber.get(number) ?? new Set();
      documentsByNumber.set(number, filed.add(docKey));
      count(families, protocolFamily(number), 1);
    }
  };

  const search: LexicalIndex['search'] = (interpretation, limit, filters) => {
    if (limit <= 0 || livePassages === 0) return [];
    const averageLength = totalLength / livePassages || 1;
    const touched: number[] = [];
    const touchedDocuments: number[] = [];
    documentSeen.fill(0);
    let step = 0;
    for (const { term, weight } of lexicalQuery(interpretation)) {
      const list = postings.get(term);
      if (!list) continue;
      step += 1;
      const rarity = weight * Math.log(1 + (livePassages - list.live + 0.5) / (list.live + 0.5));
      for (let at = 0; at < list.count; at += 1) {
        const slot: number = list.slots[at] ?? 0;
        if (passages[slot] === undefined) continue;
        const packed = list.frequencies[at] ?? 0;
        const length = (lengths[slot] ?? 0) / averageLength;
        const frequency =
          (packed & 0xffff) / (1 - bodyLengthNormalization + bodyLengthNormalization * length) +
          titleWeight * ((packed >>> 16) & 0xff) +
          sectionWeight * (packed >>> 24);
        const gain = (rarity * frequency * (saturation + 1)) / (frequency + saturation);
        if (scores[slot] === 0) touched.push(slot);
        scores[slot] = (scores[slot] ?? 0) + gain;
        const owner = owners[slot] ?? 0;
        if (documentSeen[owner] !== step) {
          if (documentSeen[owner] === 0) {
            touchedDocuments.push(owner);
            documentScores[owner] = 0;
          }
          documentSeen[owner] = step;
          documentBest[owner] = 0;
        }
        const more = gain - (documentBest[owner] ?? 0);
        if (more > 0) {
          documentBest[owner] = gain;
          documentScores[owner] = (documentScores[owner] ?? 0) + more;
        }
      }
    }
    const allowed = new Set<number>();
    for (const owner of touchedDocuments) {
      const passage = passages[entries[owner]?.slots[0] ?? -1];
      if (passage && matchesFilters(passage, filters)) allowed.add(owner);
    }
    const hits: LexicalHit[] = [];
    for (const slot of touched) {
      const own = scores[slot] ?? 0;
      scores[slot] = 0;
      const owner = owners[slot] ?? 0;
      const passage = passages[slot];
      if (!passage || !allowed.has(owner)) continue;
      const share =
        documentShare * Math.min(1, focusedDocumentPassages / (entries[owner]?.slots.length ?? 1));
      const score = own + share * Math.max(0, (documentScores[owner] ?? 0) - own);
      hits.push({ chunkId: passage.chunkId, score });
    }
    return best(hits, limit);
  };

  return {
    putDocument,
    removeDocument,
    search,
    passagesNumbered: (protocolNumber, filters) => {
      const found: Passage[] = [];
      for (const docKey of [...(documentsByNumber.get(protocolNumber) ?? [])].sort()) {
        for (const slot of documents.get(docKey)?.slots ?? []) {
          const passage = passages[slot];
          if (passage && matchesFilters(passage, filters)) found.push(passage);
        }
      }
      return found;
    },
    passage: (chunkId) => passages[slotOf.get(chunkId) ?? -1],
    fieldsOf: (chunkId, term) => {
      const slot = slotOf.get(chunkId);
      const list = postings.get(term);
      return slot === undefined || !list ? nowhere : unpack(frequenciesAt(list, slot));
    },
    size: () => livePassages,
    vocabulary: {
      documentFrequency: words.count,
      wordsLike: words.like,
      hasProtocolNumber: (number) =>
        documentsByNumber.has(number) || (families.get(protocolFamily(number)) ?? 0) > 0,
    },
  };
};

const grown = <Numbers extends Uint32Array>(
  from: Numbers,
  make: new (length: number) => Numbers,
): Numbers => {
  const to = new make(from.length * 2);
  to.set(from);
  return to;
};

const count = (counts: Map<string, number>, key: string, change: number): void => {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
};

const sweepPostings = (list: Postings, newSlots: Int32Array): void => {
  let to = 0;
  for (let at = 0; at < list.count; at += 1) {
    const slot = newSlots[list.slots[at] ?? 0] ?? -1;
    if (slot < 0) continue;
    list.slots[to] = slot;
    list.frequencies[to] = list.frequencies[at] ?? 0;
    to += 1;
  }
  list.count = to;
};

const compare = (one: LexicalHit, other: LexicalHit): number =>
  other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1);

/** The best hits in order; sorts only those that can be among them. */
const best = (hits: LexicalHit[], limit: number): readonly LexicalHit[] => {
  if (hits.length <= limit * 4) return hits.sort(compare).slice(0, limit);
  const sorted = Float64Array.from(hits, (hit) => hit.score).sort();
  const least = sorted[sorted.length - limit] ?? 0;
  return hits
    .filter((hit) => hit.score >= least)
    .sort(compare)
    .slice(0, limit);
};

/** Counts in how many passages each word occurs, and finds words by first letter and length. */
const createWordCounts = () => {
  const counts = new Map<string, number>();
  const buckets = new Map<string, Set<string>>();
  const bucket = (word: string): string => `${word[0]}${word.length}`;
  return {
    add: (words: ReadonlySet<string>): void => {
      for (const word of words) {
        if (!counts.has(word)) {
          const members = buckets.get(bucket(word)) ?? new Set();
          buckets.set(bucket(word), members.add(word));
        }
        count(counts, word, 1);
      }
    },
    remove: (words: ReadonlySet<string>): void => {
      for (const word of words) {
        count(counts, word, -1);
        if (!counts.has(word)) buckets.get(bucket(word))?.delete(word);
      }
    },
    count: (word: string): number => counts.get(word) ?? 0,
    like: (firstLetter: string, length: number): readonly string[] => [
      ...(buckets.get(`${firstLetter}${length}`) ?? []),
    ],
  };
};
