import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { forgetNode } from '../../infra/cluster/nodes/postgres-nodes.ts';
import { readLastEvents, saveLastEvents } from '../../infra/installation/data-directory/last-read-events.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { databaseIdentity } from '../../infra/storage/database/database-identity.ts';
import { freeLeasesOf } from '../../infra/storage/leases/postgres-leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { PreviousApplication } from '../application-options.ts';
import { recordAcceptedLogLoss } from '../start-checks/accepted-log-loss.ts';
import { recordLogLoss } from '../start-checks/record-log-loss.ts';
import type { Storage } from './open-storage.ts';

type ContinuityParts = {
  readonly storage: Storage;
  readonly commandServices: CommandServices;
  readonly nodes: { readonly host: string };
  readonly logger: Logger;
};

/**
 * Compares the log on a database server with the events that this node had read before it was started or restarted, and
 * records any loss. From then on it keeps the last events it read in the data directory. Runs before anything follows
 * the log.
 *
 * @param former the application that ran in this process before; without it, the data directory has the last events
 */
export const followLogContinuity = async (
  { storage, commandServices, nodes, logger }: ContinuityParts,
  former: PreviousApplication | undefined,
  resources: AsyncDisposableStack,
): Promise<void> => {
  const { connection, continuity, dataDirectory, inspectNumbering } = storage;
  const { database } = connection;
  // The former application has stopped and can no longer write, so its leases need not run out first.
  if (former !== undefined) {
    await freeLeasesOf(database, former.node);
    await forgetNode(database, former.node);
  }
  // Events in KurrentDB are compared by their numbering, and only a person gives lost ones up.
  if (inspectNumbering !== undefined) {
    const stopping = new AbortController();
    const recording = recordAcceptedLogLoss(
      { database, commandServices, node: nodes.host, logger },
      stopping.signal,
    );
    resources.defer(async () => {
      stopping.abort();
      await recording;
    });
    return;
  }
  if (continuity === undefined) return;
  const identity = await databaseIdentity(database);
  const known = former?.events ?? (await readLastEvents(dataDirectory, identity));
  await recordLogLoss({ database, commandServices, clock: systemClock, node: nodes.host, logger }, known);
  resources.defer(saveLastEvents(dataDirectory, identity, { continuity, logger }));
};
