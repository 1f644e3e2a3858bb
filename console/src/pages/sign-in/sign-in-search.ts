type SignInSearch = {
  /** The page to return to, with its filters. */
  readonly to?: string;
  /** The code of the failure with which the sign-in of the organization ended. */
  readonly problem?: string;
};

/** What the address of the sign-in page says. Only pages of the console are returned to. */
export const readSignInSearch = ({ to, problem }: Record<string, unknown>): SignInSearch => ({
  ...(typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
  ...(typeof problem === 'string' ? { problem } : {}),
});
