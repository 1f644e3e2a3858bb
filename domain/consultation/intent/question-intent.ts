/** The kinds of question by which sources are selected. */
export const questionIntents = [
  'diagnosis',
  'treatment',
  'drug_info',
  'guideline',
  'case_consultation',
  'general',
] as const;

export type QuestionIntent = {
  readonly intent: (typeof questionIntents)[number];
  /** From 0 to 1. */
  readonly confidence: number;
  /**
   * The basis: its own words; its intent in the ranking; or none, because nothing indicated it or the classifier
   * failed. In the last two cases, all sources are searched.
   */
  readonly by: 'words' | 'reading' | 'default' | 'failure';
};
