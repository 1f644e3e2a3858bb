import type { Subject } from '../../client/api.generated.ts';
import { describeInstant } from './describe-instant.ts';

/** The certificate is in the log that the erasure was made in. */
const RESTORED =
  'Its key is destroyed. The log was restored from a backup that is older than the erasure, so it holds no certificate of it.';

/** What is known of erasing a data subject, as sentences. */
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
        `Erasure ${erasureId} asked for by ${requestedBy} at ${describeInstant(requestedAt)} (${basis}), ` +
        `${became}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}: ${reason}`,
    ),
  ].join('\n');
