/** The segments in the tables are no longer those that this node has loaded. */
export class SegmentsChanged extends Error {}
