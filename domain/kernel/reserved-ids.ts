/** Under which id the holder of the first token appears in the audit trail: that one only makes other tokens. */
export const FIRST_TOKEN_ACTOR = 'admin-token';

const reservedIds = [FIRST_TOKEN_ACTOR, 'first-start-token', 'system', 'anonymous', 'unknown', 'erased'];

/**
 * Beginnings of ids that are given here: parts of the system, the user of the machine at the command line, and named
 * tokens beside the users of an identity provider.
 */
const reservedPrefixes = ['system:', 'cli:', 'token:'];

/** As a person would read it: without letters that look like others of the same kind, and without invisible ones. */
const asRead = (id: string): string => id.normalize('NFKC').replace(/\p{C}/gu, '').trim().toLowerCase();

/** Whether somebody outside may not be known by an id, because it stands for a part of this system or its own users. */
export const isReservedId = (id: string): boolean => {
  const read = asRead(id);
  return reservedIds.includes(read) || reservedPrefixes.some((prefix) => read.startsWith(prefix));
};
