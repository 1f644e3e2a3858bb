import type { Position, RecordedEvent } from '../kernel/event.ts';
import {
  type ErasureCertificate,
  subjectErased,
  subjectErasureConfirmed,
  subjectErasureRequested,
} from './subject-events.ts';

/** The facts of a completed erasure. */
export type CertifiedErasure = ErasureCertificate & {
  readonly erasureId: string;
  readonly subject: string;
  readonly requestedAt: string;
  readonly confirmedAt: string;
  readonly erasedAt: string;
  /** The positions of the three events that state it: requested, confirmed, erased. */
  readonly positions: readonly Position[];
};

/**
 * The facts of an erasure from the stream of its subject, and from nothing else, so that the events alone prove them.
 * Undefined if it was not carried out.
 */
export const certifyErasure = (
  erasureId: string,
  events: readonly RecordedEvent[],
): CertifiedErasure | undefined => {
  const [requested, confirmed, erased] = [
    subjectErasureRequested,
    subjectErasureConfirmed,
    subjectErased,
  ].map(({ type, schema }) =>
    events.find((event) => event.type === type && schema.parse(event.data).erasureId === erasureId),
  );
  if (!requested || !confirmed || !erased) return undefined;
  return {
    ...subjectErased.schema.parse(erased.data),
    requestedAt: requested.recordedAt,
    confirmedAt: confirmed.recordedAt,
    erasedAt: erased.recordedAt,
    positions: [requested.position, confirmed.position, erased.position],
  };
};
