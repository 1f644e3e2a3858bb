import { bodyLengthNormalization, saturation, sectionWeight, titleWeight } from './bm25-parameters.ts';
import type { LexicalTerm } from './lexical-query.ts';
import type { PostingList } from './postings.ts';
import { createTopK, type ScoredSlot } from './top-k.ts';

/** What scores depend on beside the passages themselves: the corpus as a whole, however many indexes hold it. */
export type CorpusStatistics = {
  /** Passages that can be found. */
  readonly passages: number;
  /** Terms in the texts of all of them. */
  readonly totalLength: number;
  /** Passages that have a term. */
  readonly frequencyOf: (term: string) => number;
};

/** Some passages of a corpus, by slots, and their documents, by owners. */
type ScoredPassages = {
  /** One more than the highest slot, and than the highest owner. */
  readonly slots: number;
  readonly owners: number;
  /** Terms in the text of each passage, by slot. */
  readonly lengths: Uint32Array;
  /** By slot. */
  readonly ownerOf: Uint32Array;
  /** Where a term occurs, in as many lists as there are; no slot twice. */
  readonly postingsOf: (term: string) => readonly PostingList[];
  /** Live passages of a document; 0 for one of which none may be found. */
  readonly passagesOf: (owner: number) => number;
  readonly mayBeFound: (slot: number) => boolean;
  /** Whether it was asked for by its number: it goes before everything that words alone can reach. */
  readonly isAskedByNumber: (slot: number, owner: number) => boolean;
};

/** Share of what the rest of its document knows about the question that a passage is credited with. */
const documentShare = 0.5;
/** Documents of up to this many passages are about one thing; for longer ones the share falls in proportion. */
const focusedDocumentPassages = 25;

/**
 * The rarity of a term that this many of all passages have (Robertson and Zaragoza, 2009, section 3.4.4, kept above 0).
 */
const inverseFrequency = (passages: number, having: number): number =>
  Math.log(1 + (passages - having + 0.5) / (having + 0.5));

/**
 * How rare a term is, from 0 (in every passage) to 1 (in none): its inverse frequency as a share of the greatest that
 * there can be.
 */
export const rarityIn = (passages: number, having: number): number =>
  passages === 0 ? 1 : inverseFrequency(passages, having) / inverseFrequency(passages, 0);

/**
 * Scores passages by fielded BM25 (BM25F) with a share of what the rest of their documents knows. One for each index: it
 * keeps its arrays between searches.
 */
export const createScorer = () => {
  const scratch = createScratch();
  /**
   * The best slots, in no particular order; more than `limit` where several share the last score. Scores depend on
   * the statistics, the passages and the order of the terms, and on nothing else.
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
    /** What all terms together can be worth at most. */
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
    // The share of each document's knowledge, or -1 for documents of which nothing may be found.
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

/** The sums of one search, in arrays that are kept between searches and only cleared where they were used. */
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

  /** Adds the best gain of the term that is done. Only whole gains are summed, so that order changes no digit. */
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
