/**
 * An event names a blob by a member called `contentHash`, `blob` or `…Blob` that holds its SHA-256; a test holds every
 * event type to that. The names are looked for in the stored text and not through the schema, so that they are found
 * also in events of types and versions that this program does not know.
 *
 * A quote inside a string is escaped in JSON: what is matched here can only be a member.
 */
const naming = /"(?:contentHash|blob|[A-Za-z0-9]{1,64}Blob)":"([0-9a-f]{64})"/g;

/** Whether a member of that name holds the SHA-256 of a blob. */
export const namesBlob = (member: string): boolean =>
  /^(?:contentHash|blob|[A-Za-z0-9]{1,64}Blob)$/.test(member);

/** The SHA-256 digests of the blobs that the stored data (JSON as written by `JSON.stringify`) names, each once. */
export const namedBlobs = (data: string): readonly string[] => [
  ...new Set(Array.from(data.matchAll(naming), ([, sha256 = '']) => sha256)),
];
