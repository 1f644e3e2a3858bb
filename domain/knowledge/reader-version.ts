/**
 * The version of how this program reads, cleans and chunks files. Raise it by one with each change to any of the three
 * that alters a document's passages: `reindex` then finds the documents that an older version has read. Documents
 * indexed before this was recorded have none, and count as older than the first.
 */
export const READER_VERSION = 8;
