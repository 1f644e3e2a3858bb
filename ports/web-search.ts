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
  /** The domains to look in, their subdomains included. A service may find others all the same. */
  readonly sites: readonly string[];
  readonly signal: AbortSignal;
};

/** Searches the web; best first, as many as one request gives. Rejects as `LiteratureSearch` does. */
export type WebSearch = (request: WebSearchRequest) => Promise<readonly WebPage[]>;
