/** A page of the web, from outside: text to be read, never an instruction. */
export type WebPage = {
  readonly title: string;
  /** By http or https. */
  readonly url: URL;
  readonly snippet: string;
  /** ISO day, if the page gives one. */
  readonly published?: string;
};

type WebSearchRequest = {
  readonly query: string;
  /** The domains to search, including subdomains. A service may still return others. */
  readonly sites: readonly string[];
  readonly signal: AbortSignal;
};

/** Searches the web; best first, as many as one request returns. Rejects as `LiteratureSearch` does. */
export type WebSearch = (request: WebSearchRequest) => Promise<readonly WebPage[]>;
