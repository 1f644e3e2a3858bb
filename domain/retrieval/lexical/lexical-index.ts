import { type Dictionary, noDictionary } from '../../language/dictionary.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { wordFamiliarity } from '../../language/terminology/word-familiarity.ts';
import { tokenize } from '../../language/tokenize.ts';
import { dividedPassageFilter, namesOneOf, passageFilter } from '../matches-filters.ts';
import type { Passage } from '../passage.ts';
import { protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { QueryVocabulary } from '../query/query-vocabulary.ts';
import { createWordCounts } from '../query/word-counts.ts';
import type { SearchFilters } from '../search-filters.ts';
import type { LexicalTerm } from './lexical-query.ts';
import { passageTermsOf, titleTermsOf } from './passage-terms.ts';
import {
  addPosting,
  createPostings,
  fieldsIn,
  hasSlot,
  type Postings,
  renumberPostings,
  type TermFields,
} from './postings.ts';
import { createProtocolNumberIndex } from './protocol-number-index.ts';
import { type CorpusStatistics, createScorer, rarityIn } from './score-postings.ts';

/** A passage found by its words: BM25 score, 0 or more, comparable within one search only. */
export type LexicalHit = { readonly chunkId: string; readonly score: number };

/** What a search is made in, beside filters. */
type LexicalScope = {
  /** Passages that may be found; all without it. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Of the corpus that the documents are a part of; without them they are all of it. */
  readonly statistics?: CorpusStatistics;
};

/** The words of a corpus, held in memory, with the passages themselves. */
export type LexicalIndex = {
  /** Replaces every passage of a document. */
  readonly putDocument: (docKey: string, passages: readonly Passage[]) => void;
  /**
   * The same in steps of a passage each, for documents that take long: searches between the steps find the document as
   * it was before, or as it will be, never a part of it. One document at a time, to the last step.
   */
  readonly putDocumentInSteps: (docKey: string, passages: readonly Passage[]) => Iterable<void>;
  /** Does nothing when the document is unknown. */
  readonly removeDocument: (docKey: string) => void;
  /**
   * Best passages first; equal scores in order of their chunk ids, so that a rebuilt index answers the same.
   *
   * @param question with its terms, which `lexicalQuery` makes
   */
  readonly search: (
    question: { readonly protocolNumbers: readonly string[]; readonly terms: readonly LexicalTerm[] },
    limit: number,
    filters: SearchFilters,
    scope?: LexicalScope,
  ) => readonly LexicalHit[];
  /** Of the documents held. */
  readonly statistics: () => CorpusStatistics;
  /** The ids of the passages that hold every word of a text, in any inflection, somewhere. */
  readonly passagesWith: (text: string) => ReadonlySet<string>;
  /** The ids of the passages that name one of the drugs, given as `drugsNamed` files them. */
  readonly passagesNaming: (drugs: readonly string[]) => ReadonlySet<string>;
  /** Whether there is a passage that passes the filters; with `only`, one of those. */
  readonly isAnyPassing: (filters: SearchFilters, only?: ReadonlySet<string>) => boolean;
  readonly passages: () => Iterable<Passage>;
  readonly passage: (chunkId: string) => Passage | undefined;
  /** The passages of a document as they were put, the same array each time; none when it is unknown. */
  readonly documentPassages: (docKey: string) => readonly Passage[];
  readonly documentKeys: () => Iterable<string>;
  /** Where a passage has a term; nowhere when either is unknown. Spares analysing its text again for ranking. */
  readonly fieldsOf: (chunkId: string, term: string) => TermFields;
  /** Number of passages. */
  readonly size: () => number;
  readonly vocabulary: QueryVocabulary;
  /** How a number is spelled that documents, or headings, bear. */
  readonly filedNumbers: (number: string) => {
    readonly ofDocument: string | undefined;
    readonly ofSection: string | undefined;
  };
};

/** Postings of removed passages are swept once their passages are this share of all slots. */
const sweepAt = 0.25;
/** Below this many slots sweeping is not worth it. */
const sweepFrom = 64;

type DocumentEntry = {
  readonly docKey: string;
  /** Position in the scratch arrays of a search. */
  readonly ordinal: number;
  readonly slots: readonly number[];
  readonly numbers: readonly string[];
  /** As they were given. */
  readonly passages: readonly Passage[];
};

/** Best first; equal scores in order of chunk ids. */
export const byScore = (one: LexicalHit, other: LexicalHit): number =>
  other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1);

const nowhere: TermFields = { body: false, title: false, section: false };

/**
 * An empty index: fielded BM25 (BM25F) over title, section and text, with concepts as terms beside the words. Scores
 * depend on the documents held and on nothing else, not on the order in which they came.
 *
 * @param isPartOfCorpus whether other documents are held elsewhere: then words of one passage are near others too
 */
export const createLexicalIndex = (
  dictionary: Dictionary = noDictionary,
  { isPartOfCorpus = false }: { readonly isPartOfCorpus?: boolean } = {},
): LexicalIndex => {
  const postings = new Map<string, Postings>();
  const documents = new Map<string, DocumentEntry>();
  const slotOf = new Map<string, number>();
  /** Document keys by the numbers of documents, chunk ids by those of headings. */
  const numbered = createProtocolNumberIndex();
  const numberedSections = createProtocolNumberIndex();
  const words = createWordCounts(isPartOfCorpus ? 1 : undefined);
  const score = createScorer();
  let passages: (Passage | undefined)[] = [];
  let entries: (DocumentEntry | undefined)[] = [];
  let lengths = new Uint32Array(1024);
  let owners = new Uint32Array(1024);
  let totalLength = 0;
  let livePassages = 0;

  /** Files a passage's terms under a slot in which nothing can be found yet. */
  const stagePassage = (passage: Passage, titleTerms: ReadonlySet<string>, owner: number): number => {
    const slot = passages.length;
    if (slot === lengths.length) {
      lengths = doubled(lengths);
      owners = doubled(owners);
    }
    const { terms, length, words: written } = passageTermsOf(passage, titleTerms);
    for (const [term, frequencies] of terms) {
      let list = postings.get(term);
      if (!list) {
        list = createPostings();
        postings.set(term, list);
      }
      addPosting(list, slot, frequencies);
    }
    passages.push(undefined);
    lengths[slot] = length;
    owners[slot] = owner;
    words.add(written);
    return slot;
  };

  /** Lets a document be found in its staged slots. */
  const publish = (entry: DocumentEntry, given: readonly Passage[]): void => {
    entry.slots.forEach((slot, at) => {
      const passage = given[at];
      if (!passage) return;
      passages[slot] = passage;
      slotOf.set(passage.chunkId, slot);
      for (const number of sectionNumbersOf(passage.sectionPath))
        numberedSections.add(number, passage.chunkId);
      totalLength += lengths[slot] ?? 0;
    });
    livePassages += entry.slots.length;
    entries[entry.ordinal] = entry;
    documents.set(entry.docKey, entry);
    for (const number of entry.numbers) numbered.add(number, entry.docKey);
  };

  /** Removes a document from what is found; returns what it held. */
  const withdraw = (entry: DocumentEntry): readonly Passage[] => {
    documents.delete(entry.docKey);
    entries[entry.ordinal] = undefined;
    const held = entry.slots.flatMap((slot) => {
      const passage = passages[slot];
      if (!passage) return [];
      passages[slot] = undefined;
      slotOf.delete(passage.chunkId);
      for (const number of sectionNumbersOf(passage.sectionPath))
        numberedSections.remove(number, passage.chunkId);
      totalLength -= lengths[slot] ?? 0;
      return [passage];
    });
    livePassages -= held.length;
    for (const number of entry.numbers) numbered.remove(number, entry.docKey);
    return held;
  };

  /** Takes a withdrawn passage's terms out of the counts. */
  const forget = (passage: Passage, titleTerms: ReadonlySet<string>): void => {
    const { terms, words: written } = passageTermsOf(passage, titleTerms);
    for (const term of terms.keys()) {
      const list = postings.get(term);
      if (!list) continue;
      list.live -= 1;
      if (list.live === 0) postings.delete(term);
    }
    words.remove(written);
  };

  /** Renumbers the slots and documents that are left and drops the postings of those that are gone. */
  const sweep = (): void => {
    const newSlots = new Int32Array(passages.length).fill(-1);
    const kept: Passage[] = [];
    passages.forEach((passage, slot) => {
      if (!passage) return;
      newSlots[slot] = kept.length;
      lengths[kept.length] = lengths[slot] ?? 0;
      slotOf.set(passage.chunkId, kept.length);
      kept.push(passage);
    });
    passages = kept;
    for (const list of postings.values()) renumberPostings(list, newSlots);
    entries = [...documents.values()].map((entry, ordinal) => {
      const moved = { ...entry, ordinal, slots: entry.slots.map((slot) => newSlots[slot] ?? 0) };
      for (const slot of moved.slots) owners[slot] = ordinal;
      documents.set(moved.docKey, moved);
      return moved;
    });
  };

  function* putDocumentInSteps(docKey: string, given: readonly Passage[]): Iterable<void> {
    const former = documents.get(docKey);
    const [first] = given;
    if (!former && !first) return;
    const slots: number[] = [];
    const ordinal = entries.length;
    if (first) {
      entries.push(undefined);
      const titleTerms = titleTermsOf(first);
      for (const passage of given) {
        slots.push(stagePassage(passage, titleTerms, ordinal));
        yield;
      }
    }
    const held = former ? withdraw(former) : [];
    if (first) publish({ docKey, ordinal, slots, numbers: protocolNumbersOf(first), passages: given }, given);
    const [formerFirst] = held;
    if (formerFirst) {
      const titleTerms = titleTermsOf(formerFirst);
      for (const passage of held) {
        forget(passage, titleTerms);
        yield;
      }
    }
    if (passages.length >= sweepFrom && livePassages < passages.length * (1 - sweepAt)) sweep();
  }

  const putDocument = (docKey: string, given: readonly Passage[]): void => {
    for (const _step of putDocumentInSteps(docKey, given));
  };

  const ownersNumbered = (numbers: readonly string[]): ReadonlySet<number> => {
    const found = new Set<number>();
    for (const number of numbers) {
      for (const docKey of numbered.under(number)) found.add(documents.get(docKey)?.ordinal ?? -1);
    }
    return found;
  };

  const slotsNumbered = (numbers: readonly string[]): ReadonlySet<number> => {
    const found = new Set<number>();
    for (const number of numbers) {
      for (const chunkId of numberedSections.under(number)) found.add(slotOf.get(chunkId) ?? -1);
    }
    return found;
  };

  const ownStatistics = (): CorpusStatistics => ({
    passages: livePassages,
    totalLength,
    frequencyOf: (term) => postings.get(term)?.live ?? 0,
  });

  const search: LexicalIndex['search'] = ({ protocolNumbers, terms }, limit, filters, scope = {}) => {
    if (livePassages === 0) return [];
    const { only, statistics } = scope;
    const askedByNumber = ownersNumbered(protocolNumbers);
    const sectionsAsked = slotsNumbered(protocolNumbers);
    const passes = dividedPassageFilter(filters);
    return score(terms, limit, statistics ?? ownStatistics(), {
      slots: passages.length,
      owners: entries.length,
      lengths,
      ownerOf: owners,
      postingsOf: (term) => {
        const list = postings.get(term);
        return list ? [list] : [];
      },
      passagesOf: (owner) => {
        const entry = entries[owner];
        const passage = passages[entry?.slots[0] ?? -1];
        return entry && passage && passes.ofDocument(passage) ? entry.slots.length : 0;
      },
      mayBeFound: (slot) => {
        const passage = passages[slot];
        return passage !== undefined && passes.ofPassage(passage) && (only?.has(passage.chunkId) ?? true);
      },
      isAskedByNumber: (slot, owner) => askedByNumber.has(owner) || sectionsAsked.has(slot),
    })
      .map(({ slot, score: of }) => ({ chunkId: passages[slot]?.chunkId ?? '', score: of }))
      .sort(byScore)
      .slice(0, limit);
  };

  const passagesWith = (text: string): ReadonlySet<string> => {
    const terms = tokenize(text).flatMap((token) => (stopWords.has(token.text) ? [] : [stem(token.text)]));
    const [first, ...others] = terms.map((term) => postings.get(term));
    const found = new Set<string>();
    for (let at = 0; first && at < first.length; at += 1) {
      const slot = first.slots[at] ?? 0;
      const passage = passages[slot];
      if (passage && others.every((list) => list && hasSlot(list, slot))) found.add(passage.chunkId);
    }
    return found;
  };

  return {
    putDocument,
    putDocumentInSteps,
    removeDocument: (docKey) => putDocument(docKey, []),
    search,
    statistics: ownStatistics,
    passagesWith,
    passagesNaming: (drugs) =>
      new Set(passages.flatMap((one) => (one && namesOneOf(drugs, one) ? [one.chunkId] : []))),
    isAnyPassing: (filters, only) => {
      const passes = passageFilter(filters);
      return passages.some((one) => one && (only?.has(one.chunkId) ?? true) && passes(one));
    },
    passages: () => passages.filter((passage) => passage !== undefined),
    documentPassages: (docKey) => documents.get(docKey)?.passages ?? [],
    documentKeys: () => documents.keys(),
    passage: (chunkId) => passages[slotOf.get(chunkId) ?? -1],
    fieldsOf: (chunkId, term) => {
      const slot = slotOf.get(chunkId);
      const list = postings.get(term);
      return slot === undefined || !list ? nowhere : fieldsIn(list, slot);
    },
    size: () => livePassages,
    filedNumbers: (number) => ({
      ofDocument: numbered.spelled(number),
      ofSection: numberedSections.spelled(number),
    }),
    vocabulary: {
      documentFrequency: words.count,
      hasStem: (stem) => postings.has(stem),
      isEnglish: (word) => isEnglishWord(word, dictionary),
      familiarityOf: (word) => wordFamiliarity(word, dictionary),
      rarityOf: (term) => rarityIn(livePassages, postings.get(term)?.live ?? 0),
      wordsNear: words.near,
      filedNumber: (number) => numbered.spelled(number) ?? numberedSections.spelled(number),
      hasProtocolNumber: (number) => numbered.hasFamilyOf(number) || numberedSections.hasFamilyOf(number),
      hasProtocolSeries: (number) => numbered.hasSeriesOf(number) || numberedSections.hasSeriesOf(number),
    },
  };
};

const doubled = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
};
