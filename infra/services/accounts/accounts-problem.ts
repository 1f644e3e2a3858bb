type GivenAccounts = {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly usersFile: string | undefined;
};

/**
 * What is wrong with the accounts of a server, if anything.
 *
 * @param prefix what its variables begin with, such as `CALDAV`
 */
export const accountsProblem = (
  prefix: string,
  { username, password, usersFile }: GivenAccounts,
): string | undefined => {
  if ((username === undefined) !== (password === undefined))
    return `${prefix}_USERNAME and ${prefix}_PASSWORD must be set together`;
  // With both, a person without an account could reach that of somebody else whose login equals their id.
  if (username !== undefined && usersFile !== undefined)
    return `Set ${prefix}_USERNAME or ${prefix}_USERS_FILE, not both`;
  return undefined;
};
