/** The outcome of producing an answer again from the same inputs. */
export type RerunAnswer = {
  /**
   * `excerpts`: composed again; `checks`: the model's recorded words checked again; `model`: called again with its
   * prompt.
   */
  readonly by: 'excerpts' | 'checks' | 'model';
  /** The answer now, or the text that would be shown instead of one. */
  readonly answer: string;
  /** Whether the question is interpreted as before. */
  readonly isUnderstoodAlike: boolean;
  /** Passages found then that can no longer be read: an answer made without them is a different one. */
  readonly lacking: readonly string[];
  /** Passages that the same search finds today but did not find then, and the reverse. */
  readonly foundNow: readonly string[];
  readonly notFoundNow: readonly string[];
};

/**
 * Reproduces answers, to explain how they were made. Changes nothing and costs nothing: cloud models are not called.
 *
 * Rejects with a Failure: `not_found` without an answer, `rule_violated` when the model to be called is not the local
 * one or is no longer configured; or with the failures of the search and the model.
 */
export type AnswerRerun = {
  readonly rerun: (
    queryId: string,
    options: { readonly callModel: boolean; readonly signal: AbortSignal },
  ) => Promise<RerunAnswer>;
};
