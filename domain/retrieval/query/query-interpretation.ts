import type { QueryEntities } from './query-entities.ts';
import type { QueryIntent } from './query-intent.ts';
import type { QuestionDepth } from './question-depth.ts';
import type { SubIntent } from './sub-intent.ts';

/**
 * How a query was understood; shown to the person as "searched for …". Of it the log keeps the wording, the intent and
 * what was changed. It implies no filters: a document without metadata, or one that only mentions the state or the
 * society asked for, may be the answer, and a filter would hide it.
 */
export type QueryInterpretation = {
  readonly original: string;
  /** The normalized query with expansions and corrections applied, as it was searched. */
  readonly searchedFor: string;
  readonly intent: QueryIntent;
  /** The finer intent, where one is recognised. */
  readonly subIntent?: SubIntent;
  readonly depth: QuestionDepth;
  /** 0 to 1. */
  readonly confidence: number;
  readonly expansions: readonly { readonly from: string; readonly to: string }[];
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  /** Words that may be misspelled, with what may have been meant, the nearest first; searched as they were written. */
  readonly suggestions: readonly { readonly from: string; readonly to: readonly string[] }[];
  /** Protocol numbers asked for, e.g. `1219-P`. */
  readonly protocolNumbers: readonly string[];
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
  readonly entities: QueryEntities;
  readonly specialties: readonly string[];
  /** Those of them that the person asking has named. */
  readonly statedSpecialties?: readonly string[];
  /** Further wordings that are searched beside `searchedFor`. */
  readonly variations: readonly string[];
};
