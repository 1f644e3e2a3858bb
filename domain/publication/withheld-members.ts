/**
 * Members that are never published, at any depth of an event's data, in addition to those marked sensitive: the
 * pseudonyms of data subjects, which anyone able to resolve them could link to treatment times, and digests of things
 * that are not stored blobs (a token, a session, the text of a passage).
 */
const withheldMembers: ReadonlySet<string> = new Set(['subject', 'subjects', 'hash', 'session', 'textHash']);

export const isWithheldMember = (name: string): boolean => withheldMembers.has(name);
