/** The segments in the tables are no longer those that this node knows. */
export class SegmentsChanged extends Error {}
