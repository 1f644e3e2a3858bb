/** What a question is after, as far as it decides which sources are searched. */
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
   * Its own words; what it was read as for the ranking; nothing, because nothing indicated it or because the classifier
   * failed: all sources are searched then.
   */
  readonly by: 'words' | 'reading' | 'default' | 'failure';
};
