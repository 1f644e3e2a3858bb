import type { Caller } from '../../commands/runtime/caller.ts';
import type { Clock } from '../../ports/clock.ts';

/** Whether the reader of a stream may have its content. */
export type ContentAccess = {
  /**
   * Asked before content leaves. Resolves when the reader may have it and it is on record that they read it; rejects when
   * they may not, or not any more. `undefined` where both are known already.
   */
  readonly mayShow: (before: 'draft' | 'end') => Promise<void> | undefined;
  /**
   * Called every so often while nothing comes: looks again in time, so that a draft that comes after a silence does not
   * wait for it. Nothing before the first content. What it finds shows in what is asked next.
   */
  readonly keep: () => void;
};

type ContentAccessOptions = {
  /** On what grounds the reader may have it; rejects where there are none. */
  readonly grounds: () => Promise<Caller>;
  /** Puts on record that they have. */
  readonly record: (caller: Caller) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: Clock['elapsed'];
};

/** Milliseconds after which the grounds are looked at again while drafts are shown. */
const LOOK_AGAIN_MS = 500;
/** After which a draft waits for that look. */
const STALE_MS = 2000;
/** While nothing comes: asked this often, a look of this age is renewed, with half a second left until it is stale. */
export const KEEP_EVERY_MS = 500;
const KEEP_MS = 1000;

/**
 * What was shared may be taken back while an answer is written: the grounds are looked at for the end of it, and twice a
 * second for drafts, beside them so that they do not wait for it, and less often while none come. The reading is
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
    // The next piece is refused.
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
