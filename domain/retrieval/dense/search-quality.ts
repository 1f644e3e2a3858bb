/** The reasons for the way in which a generation's vectors are searched. */
export const precisionReasons = [
  /** Few enough that comparing all of them is fast. */
  'small',
  /** The graph had sufficient recall at the last measurement. */
  'measured',
  /** The graph has insufficient recall and is not used. */
  'low_recall',
  /** No graph exists yet. */
  'no_graph',
] as const;
export type PrecisionReason = (typeof precisionReasons)[number];

/** How the vectors of a generation are searched, and the basis of that decision. */
export type SearchQuality = {
  readonly vectors: number;
  /** Candidates that a graph search keeps; absent when every vector is compared. */
  readonly ef?: number;
  readonly reason: PrecisionReason;
  /** Recall of the graph at the best setting tried; absent when it was not measured. */
  readonly recall?: number;
  /** The number of probes used to measure it. */
  readonly probes: number;
};

/** An installation's requirements for approximate search. */
export type SearchPolicy = {
  /** Up to this many vectors, in total or after filters, every one is compared. */
  readonly exactUpTo: number;
  /** The required recall, from 0 to 1. */
  readonly leastRecall: number;
  /** Candidates that a search keeps initially. */
  readonly ef: number;
};

/** The largest value that pgvector accepts (`hnsw.ef_search`). */
const MAX_EF = 1000;
/** Each is twice the one before: the candidates needed for more recall grow no faster on any data worth indexing. */
const STEPS = [1, 2, 4];

/** The values to try in turn until the recall suffices. */
export const efsToTry = ({ ef }: Pick<SearchPolicy, 'ef'>): readonly number[] => [
  ...new Set(STEPS.map((times) => Math.min(MAX_EF, ef * times))),
];

type Tried = { readonly ef: number; readonly recall: number; readonly probes: number };

/** Decides after measuring: use the last setting tried if its recall suffices. */
export const qualityOfLastTry = (
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

/** The relative change in size after which a generation is measured again. */
const NOTABLE_CHANGE = 0.2;

/** True when a generation must be measured again. */
export const isDue = (
  known: (SearchQuality & { readonly ageMs: number }) | undefined,
  vectors: number,
  { exactUpTo, everyMs }: Pick<SearchPolicy, 'exactUpTo'> & { readonly everyMs: number },
): boolean => {
  if (known === undefined) return true;
  if ((known.reason === 'small') !== vectors <= exactUpTo) return true;
  if (known.reason === 'small') return false;
  // Building the graph failed, or waited for that of another generation.
  if (known.reason === 'no_graph') return true;
  return known.ageMs >= everyMs || Math.abs(vectors - known.vectors) > known.vectors * NOTABLE_CHANGE;
};
