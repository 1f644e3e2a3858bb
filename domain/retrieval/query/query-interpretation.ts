import type { QueryEntities } from './query-entities.ts';
import type { QueryIntent } from './query-intent.ts';
import type { QuestionDepth } from './question-depth.ts';
import type { SubIntent } from './sub-intent.ts';

/**
 * The interpretation of a query, shown to the user as "searched for …". The log stores its wording, intent and changes.
 * It implies no filters: a document without metadata, or one that only mentions the requested state or society, may be
 * the answer, and a filter would hide it.
 */
export type QueryInterpretation = {
  readonly original: string;
  /** The normalized query with expansions and corrections applied, as it was searched. */
  readonly searchedFor: string;
  readonly intent: QueryIntent;
  /** The finer intent, if recognized. */
  readonly subIntent?: SubIntent;
  readonly depth: QuestionDepth;
  /** 0 to 1. */
  readonly confidence: number;
  readonly expansions: readonly { readonly from: string; readonly to: string }[];
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  /** Words that may be misspelled, with likely corrections, nearest first; the search uses them as written. */
  readonly suggestions: readonly { readonly from: string; readonly to: readonly string[] }[];
  /** Requested protocol numbers, e.g. `1219-P`. */
  readonly protocolNumbers: readonly string[];
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
  readonly entities: QueryEntities;
  readonly specialties: readonly string[];
  /** The specialties stated by the user. */
  readonly statedSpecialties?: readonly string[];
  /** Additional wordings to search besides `searchedFor`. */
  readonly variations: readonly string[];
  /** Words that neither the terminology nor a dictionary has, such as the name of a new drug; absent if not read. */
  readonly unknownWords?: readonly string[];
};
