import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { loginOfUser } from './fill-in-user.ts';
import { type Login, ownLoginOf } from './users-file.ts';

/** By whose accounts a server is used: one that may act for all, or each person's own; never both (`accountsProblem`). */
export type Accounts = {
  /** May hold `{user}` where the server lets it act as them. */
  readonly login?: Login;
  readonly usersFile?: string;
};

type AccountKind = {
  /** The variable that names the file of people's own accounts. */
  readonly variable: string;
  readonly component: string;
  /** As people call it, such as "calendar account". */
  readonly title: string;
};

/** What a person is called on a server, and by which login they are served there. */
type Account = {
  readonly name: string;
  readonly login?: Login;
  /** Whether it is the person's own: that it is refused says nothing of the others. */
  readonly isOwn: boolean;
};

/**
 * The account of a person: their own where those of people are set up, otherwise the one that may act for all. Never one in
 * place of the other: an id may be the name of somebody else's account, which the one for all would open. Rejects with
 * `permission_denied` for who has none, and for an id that cannot be in a login; with `unavailable` for a file that cannot be
 * used.
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
