import type { Position } from '../domain/kernel/event.ts';
import type { LexicalHit } from '../domain/retrieval/lexical/lexical-hit.ts';
import type { LexicalIndex } from '../domain/retrieval/lexical/lexical-index.ts';
import type { LexicalTerm } from '../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../domain/retrieval/passage.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../domain/retrieval/vector-hit.ts';

/** Corpus data for reading a question and ranking results, looked up synchronously. */
export type CorpusView = Pick<
  LexicalIndex,
  'vocabulary' | 'passagesWith' | 'passagesNaming' | 'isAnyPassing' | 'passage' | 'fieldsOf'
>;

/** Look-ups known in advance, which an index fetches together. */
type LookedUp = { readonly chunkIds: readonly string[]; readonly terms: readonly string[] };

/** A question, or a further wording of it, as terms. */
export type AskedTerms = {
  readonly protocolNumbers: readonly string[];
  readonly terms: readonly LexicalTerm[];
};

/**
 * The live passages of one generation of the search index, by their words. Hits, scores and every look-up depend on
 * the documents alone, to the letter, whatever storage the index uses. Rejects with a Failure: `unavailable` or
 * `timeout` where data cannot be fetched.
 */
export type CorpusIndex = {
  readonly generation: number;
  /** Catches up with the tables to at least the position. Concurrent callers share one catching up. */
  readonly reach: (position: Position) => Promise<void>;
  /** Everything published before the log had this position is included; -1 at first. */
  readonly reached: () => Position;
  /**
   * Names the content: the log position of the newest change that it holds. Equal names in one generation mean that
   * no document has changed in between. Undefined while changes are taken in, when the content is neither the old
   * nor the new.
   */
  readonly version: () => Position | undefined;
  /** Drops documents whose key has been destroyed immediately, before their rows are deleted. */
  readonly forgetErased: () => Promise<void>;
  /**
   * The result of a pure function of the corpus. An index that has to fetch the function's look-ups calls it again
   * until nothing is missing, with defaults for missing values meanwhile: it must have no effect, and end whatever
   * values it gets.
   */
  readonly ask: <Answer>(read: (corpus: CorpusView) => Answer, lookedUp?: () => LookedUp) => Promise<Answer>;
  /** The results of each wording, best first; see `LexicalIndex.search`. */
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
  /** The nearest vectors of documents that contain or may contain PHI, which are in no other index. */
  readonly nearestSealed: (
    vector: Float32Array,
    limit: number,
    filters: SearchFilters,
  ) => readonly VectorHit[];
  /**
   * The number of such documents without a vector so far. Only keyword search finds them; reading the vector is
   * retried.
   */
  readonly missingVectorCount: () => number;
  /** Ends background work when the index is no longer used. */
  readonly close: () => void;
};
