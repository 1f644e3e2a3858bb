/**
 * How files are read, cleaned and cut by this program. To be raised by one with each change to any of the three that
 * makes a document's passages others than before: `reindex` then finds what an older one has read. What was indexed before
 * this was recorded has none, and counts as older than the first.
 */
export const READER_VERSION = 8;
