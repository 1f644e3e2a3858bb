/**
 * Members that are never published, at any depth of an event's data, beside what is marked sensitive: the pseudonyms
 * of data subjects, which anyone able to resolve them could read beside the times of their treatment, and digests of things that
 * are no stored blobs (a token, a session, the text of a passage).
 */
const withheldMembers: ReadonlySet<string> = new Set(['subject', 'subjects', 'hash', 'session', 'textHash']);

export const isWithheldMember = (name: string): boolean => withheldMembers.has(name);
