import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { NamedToken } from './known-tokens.ts';

/** Records that a token is in use. Returns immediately; a use that cannot be recorded is dropped. */
export type RecordTokenUse = (token: NamedToken) => void;

type Needs = {
  readonly eventStore: Pick<EventStore, 'append'>;
  readonly identity: Pick<IdentitySource, 'derivedId'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
};

/** Fine enough to show which tokens are still used, with at most 24 events per day and token. */
const HOUR_MS = 3_600_000;

/**
 * Records the use of each token once an hour, across all nodes: the event id derives from token and hour, so
 * the log recognizes duplicates. Uses separate streams, to keep the stream of all tokens short.
 */
export const createRecordTokenUse = ({ eventStore, identity, clock, logger }: Needs): RecordTokenUse => {
  const lastHours = new Map<string, number>();
  return ({ tokenId, name, roles: [role = 'service'] }) => {
    const hour = Math.floor(Date.parse(clock.now()) / HOUR_MS);
    if (lastHours.get(tokenId) === hour) return;
    // One entry per token in use, so it is bounded.
    lastHours.set(tokenId, hour);
    const id = identity.derivedId(tokenId, `used/${hour}`);
    const metadata = { correlationId: id, causationId: id, actor: { id: name, role }, phi: false };
    eventStore
      .append(
        streamIdOf('access', `token-${tokenId}`),
        [{ type: 'TokenUsed', data: { tokenId }, id, metadata }],
        'any',
      )
      .catch((error: unknown) => logger.debug({ error }, 'Failed to record the use of a token.'));
  };
};
