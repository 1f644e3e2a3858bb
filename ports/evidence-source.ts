import type { Evidence } from '../domain/consultation/sources/evidence.ts';
import type { EvidenceQuery } from '../domain/consultation/sources/evidence-query.ts';
import type { ExternalSource } from '../domain/consultation/sources/source-name.ts';

type EvidenceRequest = EvidenceQuery & {
  /** Most pieces to return. */
  readonly limit: number;
  readonly signal: AbortSignal;
};

/**
 * Evidence that others keep, outside the premises whatever address it is asked by: there may be a proxy behind it. What is returned has the limits of `evidenceSchema`, best first, and is hostile text all
 * the same.
 *
 * Rejects with a Failure: `timeout`; `unavailable` where trying again may help; `rate_limit_exceeded` (with
 * `retryAfter` where the source said one); `external_api_error` for a refusal or an answer that cannot be used;
 * `rule_violated` with the reason `phi_stays_local`. No text and no key is part of an error. Nothing is tried twice.
 */
export type EvidenceSource = {
  readonly name: ExternalSource;
  /** In one sentence why it has no answer to such a query; undefined where it may have one. */
  readonly refuses: (query: EvidenceQuery) => string | undefined;
  readonly search: (request: EvidenceRequest) => Promise<readonly Evidence[]>;
};
