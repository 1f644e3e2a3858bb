type SignInSearch = {
  /** The page to return to, with its filters. */
  readonly to?: string;
  /** The code of the failure with which the sign-in of the organization ended. */
  readonly problem?: string;
};

/** A path of the console, and nothing that a browser or the server would take for another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,400}$/;

/** What the address of the sign-in page says. Only pages of the console are returned to. */
export const readSignInSearch = ({ to, problem }: Record<string, unknown>): SignInSearch => ({
  ...(typeof to === 'string' && OWN_PATH.test(to) ? { to } : {}),
  ...(typeof problem === 'string' ? { problem } : {}),
});
