/**
 * An event names a blob by a member called `contentHash`, `blob` or `…Blob` that holds its SHA-256; a test enforces this
 * for every event type. The names are searched in the stored text, not through the schema, so that they are also found in
 * events of unknown types and versions.
 *
 * A quote inside a string is escaped in JSON, so a match can only be a member.
 */
const naming = /"(?:contentHash|blob|[A-Za-z0-9]{1,64}Blob)":"([0-9a-f]{64})"/g;

/** Whether a member of that name holds the SHA-256 of a blob. */
export const namesBlob = (member: string): boolean =>
  /^(?:contentHash|blob|[A-Za-z0-9]{1,64}Blob)$/.test(member);

/** The SHA-256 digests of the blobs that the stored data (JSON as written by `JSON.stringify`) names, each once. */
export const namedBlobs = (data: string): readonly string[] => [
  ...new Set(Array.from(data.matchAll(naming), ([, sha256 = '']) => sha256)),
];
