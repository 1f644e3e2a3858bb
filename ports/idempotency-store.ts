/**
 * Identifies a repeated command. Keys of different actors and commands never collide, nor do those of one service
 * acting for different people: the answer to one must not be returned to another.
 */
export type IdempotencyScope = {
  readonly actorId: string;
  readonly onBehalfOf?: string;
  readonly command: string;
  readonly key: string;
};

/** The outcome of a claim. */
export type IdempotencyClaim =
  /** The caller executes. `repeated` means that an earlier execution may already have had its effect. */
  | { readonly outcome: 'claimed'; readonly commandId: string; readonly repeated: boolean }
  /** It was executed before; this is the recorded answer. */
  | { readonly outcome: 'answered'; readonly answer: string }
  /** It was executed before, and its effect has been erased with its data subject. */
  | { readonly outcome: 'erased' }
  /** Another caller is executing it right now. */
  | { readonly outcome: 'in_progress' }
  /** The key was used for another input. */
  | { readonly outcome: 'mismatch' };

/**
 * Records which command was executed under which idempotency key.
 *
 * A claim is a lease: when its holder ends without an answer, the next claim takes over **with the same command id**.
 * Because ids of events and streams follow from the command id, executing it again repeats the effect instead of
 * doubling it. So nothing here has to share a transaction with the log.
 *
 * Stored data must not contain PHI: scopes and inputs arrive as digests or are digested, answers are free of PHI by the
 * contract of `CommandOutcome`.
 */
export type IdempotencyStore = {
  /**
   * Claims a key for an input. `fingerprint` is a digest of the input; `commandId` is used if the key is new.
   */
  readonly claim: (
    scope: IdempotencyScope,
    fingerprint: string,
    commandId: string,
  ) => Promise<IdempotencyClaim>;
  /**
   * Renews a claim of the caller until the returned function is called. Otherwise a claim lasts only seconds, so that a
   * dead process does not block others for long.
   */
  readonly keep: (scope: IdempotencyScope) => () => void;
  /** Stores the answer; the first one remains. */
  readonly complete: (scope: IdempotencyScope, answer: string) => Promise<void>;
  /** Releases the claim after a refusal: the next claim with the same input executes again. */
  readonly release: (scope: IdempotencyScope) => Promise<void>;
};
