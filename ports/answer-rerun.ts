/** What an answer comes to when it is made again of what it was made of. */
export type RerunAnswer = {
  /** `excerpts` composed again; `checks` of the words that the model said then; `model`: called again by its prompt. */
  readonly by: 'excerpts' | 'checks' | 'model';
  /** The answer now; what would be said in its place where none would be shown. */
  readonly answer: string;
  /** Whether the question is understood as it was. */
  readonly isUnderstoodAlike: boolean;
  /** Passages that were found then and cannot be read any more: what is made without them is another answer. */
  readonly lacking: readonly string[];
  /** What the same search finds today and did not find then, and the other way round. */
  readonly foundNow: readonly string[];
  readonly notFoundNow: readonly string[];
};

/**
 * Makes answers again, for those who ask how they came about. Changes nothing, pays for nothing: a model in the cloud is
 * not called.
 *
 * Rejects with a Failure: `not_found` without an answer, `rule_violated` when a model is to be called that is not the
 * local one or is not configured any more; or as the search and the model do.
 */
export type AnswerRerun = {
  readonly rerun: (
    queryId: string,
    options: { readonly callModel: boolean; readonly signal: AbortSignal },
  ) => Promise<RerunAnswer>;
};
