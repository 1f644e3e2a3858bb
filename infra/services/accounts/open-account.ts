import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { loginOfUser } from './fill-in-user.ts';
import { type Login, ownLoginOf } from './users-file.ts';

/**
 * The accounts used on a server: either one that may act for all people, or each person's own; never both
 * (`accountsProblem`).
 */
export type Accounts = {
  /** May contain `{user}` if the server lets it act as that person. */
  readonly login?: Login;
  readonly usersFile?: string;
};

type AccountKind = {
  /** The variable that names the file of personal accounts. */
  readonly variable: string;
  readonly component: string;
  /** The user-facing name, such as "calendar account". */
  readonly title: string;
};

/** A person's name on a server, and the login used for them. */
type Account = {
  readonly name: string;
  readonly login?: Login;
  /** True for a personal account, whose refusal says nothing about other accounts. */
  readonly isOwn: boolean;
};

/**
 * Returns the account for a person: their own if personal accounts are configured, otherwise the shared one.
 * Never falls back from one to the other: an id may be the name of another person's account, which the shared
 * account would open. Rejects with `permission_denied` for a person without an account and for an id that
 * cannot be part of a login; with `unavailable` when the file is unusable.
 */
export const openAccount = async (
  { login, usersFile }: Accounts,
  user: string,
  { variable, component, title }: AccountKind,
): Promise<Account> => {
  if (usersFile === undefined)
    return {
      name: user,
      isOwn: false,
      ...(login && { login: { ...login, username: loginOfUser(login.username, user) } }),
    };
  const own = await ownLoginOf({ path: usersFile, variable, component }, user);
  if (own !== undefined) return { name: own.username, isOwn: true, login: own };
  throw new Failure(
    failure('permission_denied', `No ${title} is set up for you. Ask an administrator.`, {
      component,
      details: { reason: 'no_account' },
    }),
  );
};
