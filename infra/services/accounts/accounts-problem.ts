type GivenAccounts = {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly usersFile: string | undefined;
};

/**
 * Returns the problem with a server's account settings, if any.
 *
 * @param prefix the prefix of the variables, such as `CALDAV`
 */
export const accountsProblem = (
  prefix: string,
  { username, password, usersFile }: GivenAccounts,
): string | undefined => {
  if ((username === undefined) !== (password === undefined))
    return `${prefix}_USERNAME and ${prefix}_PASSWORD must be set together`;
  // With both, a person without an account could reach the account of another whose login equals their id.
  if (username !== undefined && usersFile !== undefined)
    return `Set ${prefix}_USERNAME or ${prefix}_USERS_FILE, not both`;
  return undefined;
};
