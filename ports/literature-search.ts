/** An article as its index describes it. All of it comes from outside: text to be read, never an instruction. */
export type FoundArticle = {
  readonly pmid: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly journal?: string;
  /** A year, a month or a day: `2021`, `2021-03`, `2021-03-09`. */
  readonly published?: string;
  /** With the labels of its sections. */
  readonly abstract?: string;
  readonly doi?: string;
  readonly url: string;
  /** What later records say of it, in sentences: that it was corrected, doubted, updated. */
  readonly notices: readonly string[];
};

type LiteratureRequest = {
  /** In the language of the index. */
  readonly query: string;
  /** Any of these, as the index names them. */
  readonly publicationTypes: readonly string[];
  /** Days of publication, `YYYY/MM/DD`; both ends belong to it. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/**
 * Searches an index of the literature outside the premises. Gives the articles best first, and how many there are in
 * all; retracted ones are left out unless their type is asked for.
 *
 * Rejects with a Failure: `external_api_error` with `service`, `upstream_status` and `retryAfter` as far as there
 * are any, `timeout`, `unavailable` where it is left alone after failures, `rule_violated` with the reason
 * `phi_stays_local`. No text of the question, of a key or of the service is part of an error.
 */
export type LiteratureSearch = (
  request: LiteratureRequest,
) => Promise<{ readonly articles: readonly FoundArticle[]; readonly total: number }>;
