/** The id of the holder of the first token in the audit trail; that token only creates other tokens. */
export const FIRST_TOKEN_ACTOR = 'admin-token';

const reservedIds = [FIRST_TOKEN_ACTOR, 'first-start-token', 'system', 'anonymous', 'unknown', 'erased'];

/**
 * Prefixes of ids that this system assigns: its parts, the operating system user at the command line, and named tokens
 * alongside the users of an identity provider.
 */
const reservedPrefixes = ['system:', 'cli:', 'token:'];

/** An id as a person would read it, with compatibility forms unified and invisible characters removed. */
const asRead = (id: string): string => id.normalize('NFKC').replace(/\p{C}/gu, '').trim().toLowerCase();

/** Whether an id is reserved for this system or its own users, so that no external user may have it. */
export const isReservedId = (id: string): boolean => {
  const read = asRead(id);
  return reservedIds.includes(read) || reservedPrefixes.some((prefix) => read.startsWith(prefix));
};
