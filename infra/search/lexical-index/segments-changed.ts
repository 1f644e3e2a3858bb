/** The segments in the tables differ from those that this node has loaded. */
export class SegmentsChanged extends Error {}
