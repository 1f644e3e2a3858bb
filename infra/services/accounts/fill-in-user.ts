import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The placeholder for a person's id in an address or a login. */
export const USER_PLACEHOLDER = '{user}';

/**
 * Account names that every server reads alike: letters, digits and `._@+-`, starting and ending with a
 * letter, digit or underscore. Excludes `..` and slashes, which leave the folder, colons (RFC 7617), `*`,
 * which in Dovecot separates a person from the master user, and spaces.
 */
const accountName = /^[\p{L}0-9_](?:[\p{L}0-9._@+-]{0,126}[\p{L}0-9_])?$/u;

/**
 * Mail servers normalize look-alikes (SASLprep, RFC 4013: `ａｎｎａ`, `ﬁnn`), and so would open another person's
 * account.
 */
const isFolded = (user: string): boolean => user === user.normalize('NFKC');

/** Throws `permission_denied` when an id cannot be an account name. */
const accountOf = (user: string): string => {
  if (accountName.test(user) && isFolded(user)) return user;
  throw new Failure(
    failure(
      'permission_denied',
      'Your user id cannot be an account name there: it may contain only letters, digits and ._@+-.',
      { details: { reason: 'no_account' } },
    ),
  );
};

/**
 * Returns the address of a person's own folder. The name is percent-encoded, so it is always a single path
 * segment.
 *
 * @param template a URL that contains `{user}`
 */
export const addressOfUser = (template: string, user: string): URL => {
  const name = encodeURIComponent(accountOf(user));
  return new URL(template.replaceAll(USER_PLACEHOLDER, () => name));
};

/** Returns a login or an e-mail address with `{user}`, if present, replaced by the person's id. */
export const loginOfUser = (template: string, user: string): string => {
  const name = accountOf(user);
  return template.replaceAll(USER_PLACEHOLDER, () => name);
};
