/** Sessions of browsers: what a browser gets in a cookie in place of a token, which pages could read. */
export type BrowserSessions = {
  /**
   * Begins a session of the bearer of a token and returns its sealed text, which the authenticator accepts in place of the
   * token until the session ends. Always a new session, so none can be prepared for another person.
   *
   * @throws Failure `validation_error` when the token is too long for a cookie
   */
  readonly begin: (token: string) => Promise<string>;
  /**
   * Whether a text is in the form of a sealed session. Opening one costs no more than a digest, and only a node can seal
   * one, so it need not be refused unopened because of the wrong tokens of others.
   */
  readonly isSealed: (text: string) => boolean;
};
