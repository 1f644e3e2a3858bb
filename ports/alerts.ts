import type { AlertNotice } from '../domain/operations/alert-of.ts';

/** A notice for the operators of the installation. All of it is free of PHI: texts are sentences of the program. */
export type Alert = AlertNotice & {
  /** The same each time it is sent again: receivers recognise repeats by it. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
};

/**
 * One way to reach an operator. Rejects with a Failure, `timeout`, `unavailable` or `external_api_error`, when
 * delivery is uncertain: the notice may still have arrived. No retries.
 */
export type AlertChannel = {
  readonly name: 'webhook' | 'email';
  readonly send: (alert: Alert, options: { readonly signal: AbortSignal }) => Promise<void>;
};
