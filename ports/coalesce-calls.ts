/**
 * A look that concurrent callers share: who asks while one is under way is answered by the next, which all get who ask
 * until it begins. So each is answered by a look that began after they asked, and there is one at a time.
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
