/** A candidate of a question. */
type ExampleCandidate = {
  readonly chunkId: string;
  readonly docKey: string;
  /** Whether it is on a labelled page, and in a labelled document. */
  readonly isRight: boolean;
  readonly isRightDocument: boolean;
  /** The values of the learned signals. */
  readonly values: Float64Array;
  /** The sum of the signals with given weights. */
  readonly given: number;
};

/** The candidates of one labelled question. */
export type Example = readonly ExampleCandidate[];
