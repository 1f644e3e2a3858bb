/**
 * Durable marks of the texts that are being read. A process that ends properly removes its own, so one that is left says
 * that a process ended abruptly, or lost its work, in the middle of reading that text.
 */
export type ReadingMarks = {
  /** Resolves when the mark survives the end of this process. */
  readonly set: (jobId: string) => Promise<void>;
  /** Removes the mark, unless another process has set it since. */
  readonly clear: (jobId: string) => Promise<void>;
  /** Removes a mark that any process left, and returns whether there was one. */
  readonly take: (jobId: string) => Promise<boolean>;
};
