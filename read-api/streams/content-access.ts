import type { Caller } from '../../commands/runtime/caller.ts';
import type { Clock } from '../../ports/clock.ts';

/** Decides whether the reader of a stream may receive its content. */
export type ContentAccess = {
  /**
   * Called before content is sent. Resolves when the reader may receive it and the access is recorded; rejects when
   * they may not, or no longer may. `undefined` when both are already known.
   */
  readonly mayShow: (before: 'draft' | 'end') => Promise<void> | undefined;
  /**
   * Called periodically while nothing is sent: checks again in time, so that a draft after a silence does not wait
   * for the check. Does nothing before the first content. A refusal takes effect on the next call.
   */
  readonly keep: () => void;
};

type ContentAccessOptions = {
  /** The reader's grounds for access; rejects when there are none. */
  readonly grounds: () => Promise<Caller>;
  /** Records the access. */
  readonly record: (caller: Caller) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: Clock['elapsed'];
};

/** Milliseconds after which the grounds are checked again while drafts are shown. */
const LOOK_AGAIN_MS = 500;
/** Milliseconds after which a draft waits for that check. */
const STALE_MS = 2000;
/**
 * While nothing is sent: the interval of calls, and the age at which a check is renewed, half a second before it is
 * stale.
 */
export const CHECK_INTERVAL_MS = 500;
const KEEP_MS = 1000;

/**
 * Access may be revoked while an answer is written, so the grounds are checked for the final answer, and twice a
 * second for drafts, concurrently so that drafts do not wait, and less often while none are sent. The access is
 * recorded once, before the first content.
 */
export const createContentAccess = ({ grounds, record, elapsed }: ContentAccessOptions): ContentAccess => {
  let isRecorded = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let refusal: { readonly error: unknown } | undefined;

  const look = async (): Promise<void> => {
    const began = elapsed();
    try {
      const caller = await grounds();
      if (!isRecorded) await record(caller);
      isRecorded = true;
      lookedAt = began;
    } catch (error) {
      refusal = { error };
      throw error;
    }
  };

  const lookBeside = (): void => {
    if (looking) return;
    looking = look().finally(() => {
      looking = undefined;
    });
    // The next piece will be refused.
    looking.catch(() => {});
  };

  return {
    mayShow: (before) => {
      if (refusal) return Promise.reject(refusal.error);
      if (before === 'end' || !isRecorded) return look();
      const age = elapsed() - lookedAt;
      if (age > LOOK_AGAIN_MS) lookBeside();
      return age > STALE_MS ? looking : undefined;
    },
    keep: () => {
      if (isRecorded && !refusal && elapsed() - lookedAt > KEEP_MS) lookBeside();
    },
  };
};
