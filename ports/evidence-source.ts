import type { Evidence } from '../domain/consultation/sources/evidence.ts';
import type { EvidenceQuery } from '../domain/consultation/sources/evidence-query.ts';
import type { ExternalSource } from '../domain/consultation/sources/source-name.ts';

type EvidenceRequest = EvidenceQuery & {
  /** Maximum results. */
  readonly limit: number;
  readonly signal: AbortSignal;
};

/**
 * Evidence from an external source, treated as outside the premises whatever its address: there may be a proxy behind
 * it. Results are within the limits of `evidenceSchema`, best first, and still untrusted text.
 *
 * Rejects with a Failure: `timeout`; `unavailable` where trying again may help; `rate_limit_exceeded` (with
 * `retryAfter` if the source gave one); `external_api_error` for a refusal or an unusable answer; `rule_violated`
 * with the reason `phi_stays_local`. Errors contain no text and no key. Nothing is tried twice.
 */
export type EvidenceSource = {
  readonly name: ExternalSource;
  /** The reason, in one sentence, why the source cannot answer such a query; undefined if it may. */
  readonly refuses: (query: EvidenceQuery) => string | undefined;
  readonly search: (request: EvidenceRequest) => Promise<readonly Evidence[]>;
};
