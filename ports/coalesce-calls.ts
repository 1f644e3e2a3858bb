/**
 * Wraps a call so that concurrent callers share it. A caller that arrives during a call waits for the next one,
 * together with all who arrive before that starts. So every caller gets the result of a call that started after it
 * asked, and only one call runs at a time.
 */
export const coalesceCalls = <Outcome>(look: () => Promise<Outcome>): (() => Promise<Outcome>) => {
  let underWay: Promise<Outcome> | undefined;
  let next: Promise<Outcome> | undefined;
  const begin = (): Promise<Outcome> => {
    const begun = look();
    underWay = begun;
    const end = (): void => {
      underWay = undefined;
    };
    begun.then(end, end);
    return begun;
  };
  const beginNext = (): Promise<Outcome> => {
    next = undefined;
    return begin();
  };
  return () => {
    if (next) return next;
    if (!underWay) return begin();
    next = underWay.then(beginNext, beginNext);
    return next;
  };
};
