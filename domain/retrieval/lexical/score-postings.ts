import { bodyLengthNormalization, saturation, sectionWeight, titleWeight } from './bm25-parameters.ts';
import type { LexicalTerm } from './lexical-query.ts';
import type { PostingList } from './postings.ts';
import { createTopK, type ScoredSlot } from './top-k.ts';

/** The corpus-wide statistics that scores depend on, over all indexes that hold the corpus. */
export type CorpusStatistics = {
  /** The number of published passages. */
  readonly passages: number;
  /** Terms in the texts of all published passages. */
  readonly totalLength: number;
  /** The number of passages that contain a term. */
  readonly frequencyOf: (term: string) => number;
};

/** Some passages of a corpus, by slot, and their documents, by owner. */
type ScoredPassages = {
  /** One more than the highest slot, and than the highest owner. */
  readonly slots: number;
  readonly owners: number;
  /** Terms in the text of each passage, by slot. */
  readonly lengths: Uint32Array;
  /** By slot. */
  readonly ownerOf: Uint32Array;
  /** The posting lists of a term; no slot occurs twice. */
  readonly postingsOf: (term: string) => readonly PostingList[];
  /** Live passages of a document; 0 for a document excluded from the search. */
  readonly passagesOf: (owner: number) => number;
  readonly mayBeFound: (slot: number) => boolean;
  /** True when it was requested by number: it ranks above everything that words alone can reach. */
  readonly isAskedByNumber: (slot: number, owner: number) => boolean;
};

/** The share of the rest of its document's score that a passage is credited with. */
const documentShare = 0.5;
/** Documents of up to this many passages have one subject; for longer ones the share falls in proportion. */
const focusedDocumentPassages = 25;

/**
 * The inverse document frequency of a term in `having` of `passages` (Robertson and Zaragoza, 2009, section 3.4.4, kept
 * above 0).
 */
const inverseFrequency = (passages: number, having: number): number =>
  Math.log(1 + (passages - having + 0.5) / (having + 0.5));

/** The rarity of a term, from 0 (in every passage) to 1 (in none): its inverse frequency relative to the maximum. */
export const rarityIn = (passages: number, having: number): number =>
  passages === 0 ? 1 : inverseFrequency(passages, having) / inverseFrequency(passages, 0);

/**
 * Creates a scorer: fielded BM25 (BM25F) plus a share of the rest of the document's score. Use one per index: it reuses
 * its arrays between searches.
 */
export const createScorer = () => {
  const scratch = createScratch();
  /**
   * Returns the best slots, in no particular order; more than `limit` when several share the last score. Scores depend
   * only on the statistics, the passages and the order of the terms.
   */
  return (
    terms: readonly LexicalTerm[],
    limit: number,
    { passages, totalLength, frequencyOf }: CorpusStatistics,
    corpus: ScoredPassages,
  ): readonly ScoredSlot[] => {
    if (limit <= 0 || passages === 0) return [];
    scratch.begin(corpus.slots, corpus.owners);
    const { lengths, ownerOf } = corpus;
    const averageLength = Math.max(1, totalLength / passages);
    const perWord = bodyLengthNormalization / averageLength;
    /** The upper bound of the score over all terms. */
    let most = 0;
    for (const { term, weight } of terms) {
      const having = frequencyOf(term);
      if (having === 0) continue;
      const rarity = weight * (saturation + 1) * inverseFrequency(passages, having);
      most += rarity;
      scratch.beginTerm();
      for (const { slots, packed, length } of corpus.postingsOf(term)) {
        for (let at = 0; at < length; at += 1) {
          const slot = slots[at] ?? 0;
          const fields = packed[at] ?? 0;
          const norm = 1 - bodyLengthNormalization + perWord * (lengths[slot] ?? 0);
          const frequency =
            (fields & 0xffff) / norm +
            titleWeight * ((fields >>> 16) & 0xff) +
            sectionWeight * (fields >>> 24);
          scratch.add(slot, ownerOf[slot] ?? 0, (rarity * frequency) / (frequency + saturation));
        }
      }
    }
    // The share credited from each document, or -1 for documents excluded from the search.
    const shares = scratch.shares((owner) => {
      const held = corpus.passagesOf(owner);
      return held === 0 ? -1 : documentShare * Math.min(1, focusedDocumentPassages / held);
    });
    const best = createTopK(limit);
    scratch.forEach((slot, owner, own, ofDocument) => {
      const share = shares[owner] ?? -1;
      if (share < 0 || !corpus.mayBeFound(slot)) return;
      const score = own + share * Math.max(0, ofDocument - own);
      best.offer(slot, corpus.isAskedByNumber(slot, owner) ? most + score : score);
    });
    return best.taken();
  };
};

/** The sums of one search, in arrays that are reused between searches and cleared only where they were used. */
const createScratch = () => {
  let scores = new Float64Array(1024);
  let ownerOf = new Uint32Array(1024);
  let documentScores = new Float64Array(256);
  let bestOfTerm = new Float64Array(256);
  let termSeen = new Uint32Array(256);
  let shares = new Float64Array(256);
  let touched: number[] = [];
  let touchedDocuments: number[] = [];
  let step = 0;

  const clear = (): void => {
    for (const slot of touched) scores[slot] = 0;
    for (const owner of touchedDocuments) {
      documentScores[owner] = 0;
      bestOfTerm[owner] = 0;
      termSeen[owner] = 0;
    }
    touched = [];
    touchedDocuments = [];
    step = 0;
  };

  /** Adds the best gain of the finished term. Only whole gains are summed, so that the order changes no digit. */
  const settle = (owner: number): void => {
    documentScores[owner] = (documentScores[owner] ?? 0) + (bestOfTerm[owner] ?? 0);
    bestOfTerm[owner] = 0;
  };

  return {
    begin: (slots: number, documents: number): void => {
      clear();
      if (slots > scores.length) {
        scores = new Float64Array(slots * 2);
        ownerOf = new Uint32Array(slots * 2);
      }
      if (documents > documentScores.length) {
        documentScores = new Float64Array(documents * 2);
        bestOfTerm = new Float64Array(documents * 2);
        termSeen = new Uint32Array(documents * 2);
        shares = new Float64Array(documents * 2);
      }
    },
    beginTerm: (): void => {
      step += 1;
    },
    add: (slot: number, owner: number, gain: number): void => {
      const before = scores[slot] ?? 0;
      if (before === 0) {
        touched.push(slot);
        ownerOf[slot] = owner;
      }
      scores[slot] = before + gain;
      const seen = termSeen[owner] ?? 0;
      if (seen !== step) {
        if (seen === 0) touchedDocuments.push(owner);
        termSeen[owner] = step;
        settle(owner);
      }
      if (gain > (bestOfTerm[owner] ?? 0)) bestOfTerm[owner] = gain;
    },
    shares: (shareOf: (owner: number) => number): Float64Array => {
      for (const owner of touchedDocuments) {
        settle(owner);
        shares[owner] = shareOf(owner);
      }
      return shares;
    },
    forEach: (visit: (slot: number, owner: number, score: number, ofDocument: number) => void): void => {
      for (const slot of touched) {
        const owner = ownerOf[slot] ?? 0;
        visit(slot, owner, scores[slot] ?? 0, documentScores[owner] ?? 0);
      }
    },
  };
};
