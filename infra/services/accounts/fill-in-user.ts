import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The placeholder for the person in an address or a login. */
export const USER_PLACEHOLDER = '{user}';

/**
 * Names of accounts that mean the same to every server: letters, digits and `._@+-`, beginning and ending with neither a
 * dot nor another sign. No `..` that leads out of a folder, no slash, no colon (RFC 7617), no `*`, by which Dovecot parts a person
 * from the master user, and no blank.
 */
const accountName = /^[\p{L}0-9_](?:[\p{L}0-9._@+-]{0,126}[\p{L}0-9_])?$/u;

/**
 * Servers of mail fold what only looks different (SASLprep, RFC 4013: `ａｎｎａ`, `ﬁnn`) and so would open for one person
 * what is another's.
 */
const isFolded = (user: string): boolean => user === user.normalize('NFKC');

/** Throws `permission_denied` for an id that cannot be the name of an account. */
const accountOf = (user: string): string => {
  if (accountName.test(user) && isFolded(user)) return user;
  throw new Failure(
    failure(
      'permission_denied',
      'Your user id cannot be the name of an account there: it may hold letters, digits and ._@+- only.',
      { details: { reason: 'no_account' } },
    ),
  );
};

/**
 * The address of a person's own things. The name is percent-encoded, so that it is one step of the path, whatever it is.
 *
 * @param template a URL that holds `{user}`
 */
export const addressOfUser = (template: string, user: string): URL => {
  const name = encodeURIComponent(accountOf(user));
  return new URL(template.replaceAll(USER_PLACEHOLDER, () => name));
};

/** A login or an e-mail address in which the person's id replaces `{user}`, if it is there. */
export const loginOfUser = (template: string, user: string): string => {
  const name = accountOf(user);
  return template.replaceAll(USER_PLACEHOLDER, () => name);
};
