/**
 * Takes the one-time code of a sign-in link (`/#code=…`) out of the address, so that it is neither kept in the history
 * nor seen by bystanders.
 */
export const takeSignInCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null || code === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return code;
};
