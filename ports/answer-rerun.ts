/** The outcome of producing an answer again from the same inputs. */
export type RerunAnswer = {
  /**
   * `excerpts`: composed again; `checks`: the model's recorded words checked again; `model`: called again with its
   * prompt.
   */
  readonly by: 'excerpts' | 'checks' | 'model';
  /** The answer now, or the text that would be shown instead of one. */
  readonly answer: string;
  /** Whether the question is understood as it was. */
  readonly isUnderstoodAlike: boolean;
  /** Passages that were found then and can no longer be read: an answer made without them is a different one. */
  readonly lacking: readonly string[];
  /** Passages that the same search finds today but did not find then, and the reverse. */
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
