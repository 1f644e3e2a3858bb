/** Why a generation's vectors are searched as they are. */
export const precisionReasons = [
  /** So few that comparing all of them is quick. */
  'small',
  /** The graph finds what it should, as last measured. */
  'measured',
  /** The graph finds less than it should: it is not used. */
  'low_recall',
  /** There is no graph yet. */
  'no_graph',
] as const;
export type PrecisionReason = (typeof precisionReasons)[number];

/** How the vectors of a generation are searched, and what that was decided by. */
export type SearchQuality = {
  readonly vectors: number;
  /** Candidates that a search of the graph keeps; absent where every vector is compared. */
  readonly ef?: number;
  readonly reason: PrecisionReason;
  /** Share of the nearest that the graph found, of the best setting that was tried; absent where none was asked. */
  readonly recall?: number;
  /** Questions that it was measured with. */
  readonly probes: number;
};

/** What an installation asks of approximate search. */
export type SearchPolicy = {
  /** Up to this many vectors, in all or after filters, every one is compared. */
  readonly exactUpTo: number;
  /** The share of the nearest that must be found, from 0 to 1. */
  readonly leastRecall: number;
  /** Candidates that a search keeps to begin with. */
  readonly ef: number;
};

/** More than pgvector takes (`hnsw.ef_search`). */
const MAX_EF = 1000;
/** Each twice the one before: what a graph needs to find more grows no faster than that on any data worth indexing. */
const STEPS = [1, 2, 4];

/** The values to try in turn until enough is found. */
export const efsToTry = ({ ef }: Pick<SearchPolicy, 'ef'>): readonly number[] => [
  ...new Set(STEPS.map((times) => Math.min(MAX_EF, ef * times))),
];

type Tried = { readonly ef: number; readonly recall: number; readonly probes: number };

/** What to do after measuring: the last setting that was tried, where it finds enough. */
export const judgeTried = (
  vectors: number,
  tried: readonly Tried[],
  { leastRecall }: Pick<SearchPolicy, 'leastRecall'>,
): SearchQuality => {
  const last = tried.at(-1);
  if (!last) return { vectors, reason: 'no_graph', probes: 0 };
  const { ef, recall, probes } = last;
  return recall >= leastRecall
    ? { vectors, ef, reason: 'measured', recall, probes }
    : { vectors, reason: 'low_recall', recall, probes };
};

/** The share by which a generation may have grown or shrunk since it was measured. */
const NOTABLE_CHANGE = 0.2;

/** Whether what is known of a generation has to be looked at again. */
export const isDue = (
  known: (SearchQuality & { readonly ageMs: number }) | undefined,
  vectors: number,
  { exactUpTo, everyMs }: Pick<SearchPolicy, 'exactUpTo'> & { readonly everyMs: number },
): boolean => {
  if (known === undefined) return true;
  if ((known.reason === 'small') !== vectors <= exactUpTo) return true;
  if (known.reason === 'small') return false;
  // Its building failed, or waited for that of another generation.
  if (known.reason === 'no_graph') return true;
  return known.ageMs >= everyMs || Math.abs(vectors - known.vectors) > known.vectors * NOTABLE_CHANGE;
};
