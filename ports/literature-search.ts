/** An article as its index describes it. All of it comes from outside: text to be read, never an instruction. */
export type FoundArticle = {
  readonly pmid: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly journal?: string;
  /** A year, a month or a day: `2021`, `2021-03`, `2021-03-09`. */
  readonly published?: string;
  /** Including section labels. */
  readonly abstract?: string;
  readonly doi?: string;
  readonly url: string;
  /** Notices from later records, as sentences: that it was corrected, questioned, updated. */
  readonly notices: readonly string[];
};

type LiteratureRequest = {
  /** In the language of the index. */
  readonly query: string;
  /** Matches any of these types, as named by the index. */
  readonly publicationTypes: readonly string[];
  /** Publication dates, `YYYY/MM/DD`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/**
 * Searches a literature index outside the premises. Returns articles best first, with their total number; retracted
 * ones are omitted unless their type is requested.
 *
 * Rejects with a Failure: `external_api_error` with `service`, `upstream_status` and `retryAfter` if available,
 * `timeout`, `unavailable` while it is not called after failures, `rule_violated` with the reason `phi_stays_local`.
 * Errors contain no text of the question, the key or the service.
 */
export type LiteratureSearch = (
  request: LiteratureRequest,
) => Promise<{ readonly articles: readonly FoundArticle[]; readonly total: number }>;
