/** Facts about a log whose events are in KurrentDB and whose numbers are here. */
export type NumberingFacts = {
  /** Seconds for which an event has been waiting for its number. */
  readonly behindSeconds: number;
  /** Why no event can be numbered. */
  readonly problem: string | undefined;
  /** Changes by others to our streams there, oldest first. */
  readonly findings: readonly { readonly streamId: string; readonly message: string }[];
  /** Bytes of the largest append that KurrentDB accepts, if the log needs larger ones. */
  readonly appendLimit?: number | undefined;
  /** The number of foreign events in our streams. */
  readonly flawed: number;
};
