/**
 * The intent of a query: the seven of the protocol guide, merged with those of the orchestrator and of the search
 * design into one vocabulary. Their `diagnosis` is differential_diagnosis; `dosing` is medication_dosing, `safety`
 * contraindication_check, `management` treatment; `drug_info` and `drug_reference` are drug_information.
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
