import { Failure, failure } from '../../domain/kernel/failure.ts';
import { dropPiecesAfter } from '../../infra/cluster/answer-feed/stored-pieces.ts';
import { claimAsOf } from '../../infra/storage/backup/claim-as-of.ts';
import { revokeNumbers } from '../../infra/storage/event-store-kurrent/revoke-numbers.ts';
import { forgetStoredAnswers, readStoredClaims } from '../../infra/storage/idempotency/stored-claims.ts';
import { endAllLeases } from '../../infra/storage/leases/end-all-leases.ts';
import { limitStoredCheckpoints } from '../../infra/storage/leases/stored-checkpoints.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
import type { Generations } from '../../ports/generations.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { LogLoss, LogLosses } from '../../ports/log-losses.ts';
import { dropGeneration } from '../../projections/runner/generation-tables.ts';
import { readAcceptedLogLoss, saveAcceptedLogLoss } from '../start-checks/accepted-log-loss.ts';

type LossServices = {
  readonly database: Database;
  readonly generations: Generations;
  readonly find: LogLosses['find'];
  readonly clock: Pick<Clock, 'now'>;
  readonly identity: Pick<IdentitySource, 'newId'>;
};

/** Long enough for every node, which checks every other second for a different log, to notice before it works on. */
const UNTIL_NODES_KNOW_SECONDS = 8;

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'event-store' }));

const isSame = (one: LogLoss, other: LogLoss | undefined): boolean =>
  one.keptTo === other?.keptTo && one.lostTo === other.lostTo;

/** Removes everything derived from events after a position; it is rebuilt from the events that the log has now. */
const goBackTo = async (session: SqlSession, keptTo: number, generations: Generations): Promise<void> => {
  await endAllLeases(session, UNTIL_NODES_KNOW_SECONDS);
  await limitStoredCheckpoints(session, keptTo);
  for (const { projection, generation, position } of await generations.list(session))
    if (position > keptTo) await dropGeneration(session, generations, projection, generation);
  for await (const claims of readStoredClaims(session)) {
    const outdated = claims.filter((claim) => claimAsOf(claim, keptTo) !== claim);
    if (outdated.length > 0)
      await forgetStoredAnswers(
        session,
        outdated.map(({ scope }) => scope),
      );
  }
  await dropPiecesAfter(session, keptTo);
};

/** Finds numbered events that KurrentDB lacks, and lets a person give them up in one transaction. */
export const wireLogLosses = ({ database, generations, find, clock, identity }: LossServices): LogLosses => ({
  find,
  accept: async (named, by) => {
    const loss = await find();
    if (loss === undefined) {
      // A repeated request, after its first response was lost.
      if (isSame(named, await readAcceptedLogLoss(database))) return;
      throw refused('KurrentDB has every numbered event: nothing is lost.');
    }
    if (!isSame(named, loss))
      throw refused(
        `Other events are lost: positions ${loss.keptTo + 1} to ${loss.lostTo}. Check again, and name exactly these.`,
      );
    await database.transaction(
      async (session) => {
        await revokeNumbers(session, loss);
        await goBackTo(session, loss.keptTo, generations);
        await saveAcceptedLogLoss(session, { id: identity.newId(), ...loss, at: clock.now(), by });
      },
      { timeout: 'long' },
    );
  },
});
