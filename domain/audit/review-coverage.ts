import type { Position } from '../kernel/event.ts';

/** What a review covers within its range: everything but the reviewer's own entries, or those that match. */
export type ReviewCover = {
  readonly reviewer: string;
  readonly actorId: string | null;
  readonly subject: string | null;
};

/** A review of a range of positions, both included. */
export type ReviewedRange = ReviewCover & { readonly from: Position; readonly to: Position };

/** A range of positions, both included, in which some entries may not be covered by these reviews. */
export type DoubtfulStretch = {
  readonly from: Position;
  readonly to: Position;
  readonly covers: readonly ReviewCover[];
};

const isWhole = ({ actorId, subject }: ReviewCover): boolean => actorId === null && subject === null;

const keyOf = ({ reviewer, actorId, subject }: ReviewCover): string =>
  JSON.stringify([reviewer, actorId, subject]);

/** The reviews that matter in a stretch, in a fixed order; undefined when they leave nothing uncovered. */
const remaining = (active: readonly ReviewCover[]): readonly ReviewCover[] | undefined => {
  const whole = new Set(active.filter(isWhole).map(({ reviewer }) => reviewer));
  // What one of them did, the other has reviewed.
  if (whole.size > 1) return undefined;
  return active
    .filter((cover) => isWhole(cover) || !whole.has(cover.reviewer))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

const isSame = (one: readonly ReviewCover[], other: readonly ReviewCover[]): boolean =>
  one.length === other.length &&
  one.every((cover, index) => other[index] !== undefined && keyOf(cover) === keyOf(other[index]));

/** The distinct covers in force, each with the number of ranges that give it. */
const createActive = () => {
  const counted = new Map<string, { readonly cover: ReviewCover; readonly count: number }>();
  return {
    change: ({ reviewer, actorId, subject }: ReviewCover, by: 1 | -1): void => {
      const cover = { reviewer, actorId, subject };
      const count = (counted.get(keyOf(cover))?.count ?? 0) + by;
      if (count === 0) counted.delete(keyOf(cover));
      else counted.set(keyOf(cover), { cover, count });
    },
    covers: (): readonly ReviewCover[] => [...counted.values()].map(({ cover }) => cover),
  };
};

/**
 * The stretches of the log up to a position in which a review of another person may be missing, in order, each as long
 * as possible. A stretch that two people have reviewed as a whole is not among them, because neither needs the review of
 * their own entries by themselves. With fewer, the entries themselves decide.
 */
export const doubtfulStretches = (
  reviews: readonly ReviewedRange[],
  upTo: Position,
): readonly DoubtfulStretch[] => {
  const changes = reviews
    .flatMap((review) => [
      { at: review.from, review, by: 1 as const },
      { at: review.to + 1, review, by: -1 as const },
    ])
    .toSorted((one, other) => one.at - other.at);
  const active = createActive();
  const found: DoubtfulStretch[] = [];
  const close = (from: Position, to: Position): void => {
    const covers = from > to ? undefined : remaining(active.covers());
    if (!covers) return;
    const last = found.at(-1);
    if (last?.to === from - 1 && isSame(last.covers, covers))
      found.splice(-1, 1, { from: last.from, to, covers });
    else found.push({ from, to, covers });
  };
  let from = 1;
  for (const { at, review, by } of changes) {
    if (at > from) {
      close(from, Math.min(at - 1, upTo));
      from = at;
    }
    active.change(review, by);
  }
  close(from, upTo);
  return found;
};
