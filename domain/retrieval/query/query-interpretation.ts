import type { NamedDose } from '../../language/doses-named.ts';
import type { PatientAge } from '../../language/patient-ages.ts';
import type { PatientWeight } from '../../language/patient-weights.ts';
import type { DiseaseStage } from './disease-stages.ts';
import type { QuestionDepth } from './question-depth.ts';
import type { SubIntent } from './sub-intent.ts';

/**
 * What a query is after: the seven intents of the protocol guide, joined with the intents of the orchestrator and of
 * the search design into one vocabulary. Their `diagnosis` is differential_diagnosis; `dosing` is medication_dosing,
 * `safety` contraindication_check, `management` treatment, `drug_info` and `drug_reference` are drug_information.
 */
export const queryIntents = [
  'contraindication_check',
  'pediatric_specific',
  'differential_diagnosis',
  'protocol_lookup',
  'procedure_steps',
  'assessment_criteria',
  'medication_dosing',
  'drug_information',
  'treatment',
  'guideline',
  'case_consultation',
  'general',
] as const;
export type QueryIntent = (typeof queryIntents)[number];

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
  /** What of the intent it is after, where that is told. */
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
  readonly entities: {
    readonly drugs: readonly string[];
    readonly conditions: readonly string[];
    readonly procedures: readonly string[];
    readonly routes: readonly string[];
    readonly ages: readonly PatientAge[];
    readonly weights: readonly PatientWeight[];
    readonly doses: readonly NamedDose[];
    readonly stages: readonly DiseaseStage[];
  };
  readonly specialties: readonly string[];
  /** Those of them that whoever asks has named. */
  readonly specialtiesTold?: readonly string[];
  /** Further wordings that are searched beside `searchedFor`. */
  readonly variations: readonly string[];
};
