/** Decides whether a file has stopped changing: its stamp stayed the same for `settleMs`. */
export const createStabilityCheck = (settleMs: number, now: () => number = () => performance.now()) => {
  const seen = new Map<string, { readonly stamp: string; readonly since: number }>();
  return (source: string, stamp: string): boolean => {
    const before = seen.get(source);
    if (before?.stamp !== stamp) {
      seen.set(source, { stamp, since: now() });
      return settleMs === 0;
    }
    return now() - before.since >= settleMs;
  };
};
