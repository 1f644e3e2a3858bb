import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { NamedToken } from './known-tokens.ts';

/** Notes that somebody is at work with a token. Answers at once; what cannot be recorded is left. */
export type RecordTokenUse = (token: NamedToken) => void;

type Needs = {
  readonly eventStore: Pick<EventStore, 'append'>;
  readonly identity: Pick<IdentitySource, 'derivedId'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
};

/** As fine as anybody needs who asks which tokens are still used, and 24 events a day and token at most. */
const HOUR_MS = 3_600_000;

/**
 * Records the use of tokens once an hour each, over all nodes together: the id of the event follows from token and hour,
 * and the log recognizes it. They are in separate streams, so that the one of all tokens stays short.
 */
export const createRecordTokenUse = ({ eventStore, identity, clock, logger }: Needs): RecordTokenUse => {
  const lastHours = new Map<string, number>();
  return ({ tokenId, name, roles: [role = 'service'] }) => {
    const hour = Math.floor(Date.parse(clock.now()) / HOUR_MS);
    if (lastHours.get(tokenId) === hour) return;
    // One entry for each token in use, so it is bounded.
    lastHours.set(tokenId, hour);
    const id = identity.derivedId(tokenId, `used/${hour}`);
    const metadata = { correlationId: id, causationId: id, actor: { id: name, role }, phi: false };
    eventStore
      .append(
        streamIdOf('access', `token-${tokenId}`),
        [{ type: 'TokenUsed', data: { tokenId }, id, metadata }],
        'any',
      )
      .catch((error: unknown) => logger.debug({ error }, 'The use of a token was not recorded.'));
  };
};
