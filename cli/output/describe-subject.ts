import type { Subject } from '../../client/api.generated.ts';
import { describeInstant } from './describe-instant.ts';

/** Explains a destroyed key without a certificate: the certificate is in the log that recorded the erasure. */
const RESTORED =
  'Its key is destroyed. The log was restored from a backup older than the erasure, so it has no certificate.';

/** Describes the holds and erasures of a data subject in sentences. */
export const describeSubject = ({ subject, state, holds, erasures }: Subject): string =>
  [
    `${subject}: ${state.replaceAll('_', ' ')}`,
    ...(state === 'erased' && !erasures.some((erasure) => erasure.state === 'erased') ? [RESTORED] : []),
    ...holds.map(
      ({ holdId, reason, until, placedBy, placedAt, releasedAt }) =>
        `Hold ${holdId} by ${placedBy} at ${describeInstant(placedAt)}` +
        `${until === null ? '' : ` until ${describeInstant(until)}`}` +
        `${releasedAt === null ? ', in force' : `, ended at ${describeInstant(releasedAt)}`}: ${reason}`,
    ),
    ...erasures.map(
      ({ erasureId, state: became, basis, requestedBy, requestedAt, confirmedBy, reason }) =>
        `Erasure ${erasureId} requested by ${requestedBy} at ${describeInstant(requestedAt)} (${basis}), ` +
        `${became}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}: ${reason}`,
    ),
  ].join('\n');
