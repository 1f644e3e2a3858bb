/** The sources of a combined signal stay in memory for as long as the signal itself. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * A signal that aborts with the first of several: `AbortSignal.any`, for signals that are asked and not only listened to.
 * Since Node 24.21 a combined signal without a listener looks at its sources when it is asked whether it has aborted. It
 * holds them weakly: a source that aborted and was then collected counted as one that never had, and polled deadlines
 * never came.
 */
export const anySignal = (signals: readonly AbortSignal[]): AbortSignal => {
  const combined = AbortSignal.any([...signals]);
  sources.set(combined, signals);
  return combined;
};

/** A signal that never aborts, in place of one that a caller does not give. */
export const neverAborts: AbortSignal = anySignal([]);
