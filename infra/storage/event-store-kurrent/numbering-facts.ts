/** What is known of a log whose events are in KurrentDB and whose numbers are here. */
export type NumberingFacts = {
  /** Seconds for which an event has been waiting for its number. */
  readonly behindSeconds: number;
  /** Why none can be numbered. */
  readonly problem: string | undefined;
  /** What was done to our streams there, the oldest first. */
  readonly findings: readonly { readonly streamId: string; readonly message: string }[];
  /** Bytes of the largest append that KurrentDB takes, where the log needs larger ones. */
  readonly appendLimit?: number | undefined;
  /** Events in our streams that are none of ours. */
  readonly flawed: number;
};
