import type { Position } from '../domain/kernel/event.ts';
import type { LexicalHit, LexicalIndex } from '../domain/retrieval/lexical/lexical-index.ts';
import type { LexicalTerm } from '../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../domain/retrieval/passage.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../domain/retrieval/vector-hit.ts';

/** What reading a question and ranking what was found look up in a corpus, at once. */
export type CorpusView = Pick<
  LexicalIndex,
  'vocabulary' | 'passagesWith' | 'passagesNaming' | 'isAnyPassing' | 'passage' | 'fieldsOf'
>;

/** What is known beforehand to be looked up: an index that has to fetch it does so in one go. */
type LookedUp = { readonly chunkIds: readonly string[]; readonly terms: readonly string[] };

/** A question, or a further wording of it, as terms. */
export type AskedTerms = {
  readonly protocolNumbers: readonly string[];
  readonly terms: readonly LexicalTerm[];
};

/**
 * The live passages of one generation of the search index, by their words. Hits, scores and every look-up depend on the
 * documents alone, to the letter, wherever the index keeps them. Rejects with a Failure: `unavailable` or `timeout`
 * where what it has to fetch cannot be had.
 */
export type CorpusIndex = {
  readonly generation: number;
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
  /** Lets go of documents whose key has been destroyed: at once, before their rows are gone. */
  readonly forgetErased: () => Promise<void>;
  /**
   * What a pure function makes of the corpus. An index that has to fetch what the function looks up calls it again until
   * nothing is missing, with defaults in its place meanwhile: it must have no effect, and end whatever it is told.
   */
  readonly ask: <Answer>(read: (corpus: CorpusView) => Answer, lookedUp?: () => LookedUp) => Promise<Answer>;
  /** What each wording finds, best first; see `LexicalIndex.search`. */
  readonly search: (
    wordings: readonly AskedTerms[],
    limit: number,
    filters: SearchFilters,
    only?: ReadonlySet<string>,
  ) => Promise<readonly (readonly LexicalHit[])[]>;
  /** A passage of each live document, in no order. */
  readonly documents: () => AsyncIterable<Passage>;
  /** All passages of a live version in reading order; empty when it is not the live one. */
  readonly wholeDocument: (docKey: string, version: number) => Promise<readonly Passage[]>;
  /** The nearest vectors of documents that hold PHI, or may, which no other index is given. */
  readonly nearestSealed: (
    vector: Float32Array,
    limit: number,
    filters: SearchFilters,
  ) => readonly VectorHit[];
  /** How many of those lack their vectors, which are tried again until they can be read: words alone find them. */
  readonly heldByWords: () => number;
  /** Nothing is asked of it any more: what it does in the background ends. */
  readonly close: () => void;
};
