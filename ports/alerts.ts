import type { AlertNotice } from '../domain/operations/alert-of.ts';

/** A notice for whoever keeps the installation running. All of it is free of PHI: texts are sentences of the program. */
export type Alert = AlertNotice & {
  /** The same whenever it is sent again: receivers tell repeats by it. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
};

/**
 * One way to an operator. Rejects with a Failure, `timeout`, `unavailable` or `external_api_error`, when it cannot be
 * told that the notice was taken: it may have been all the same. Tries once.
 */
export type AlertChannel = {
  readonly name: 'webhook' | 'email';
  readonly send: (alert: Alert, options: { readonly signal: AbortSignal }) => Promise<void>;
};
