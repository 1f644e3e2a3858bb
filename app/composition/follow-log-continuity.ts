import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { forgetNode } from '../../infra/cluster/nodes/postgres-nodes.ts';
import { keepLastEvents, readLastEvents } from '../../infra/installation/data-directory/last-read-events.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { databaseIdentity } from '../../infra/storage/database/database-identity.ts';
import { freeLeasesOf } from '../../infra/storage/leases/postgres-leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { FormerApplication } from '../application-options.ts';
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
 * Compares the log on a database server with what this node had read of it before it was started, or started again, and
 * records what was lost; from then on it keeps in the data directory what was read last. Before anything follows the log.
 *
 * @param former what ran in this process before; when absent, the data directory is asked what was read
 */
export const followLogContinuity = async (
  { storage, commandServices, nodes, logger }: ContinuityParts,
  former: FormerApplication | undefined,
  resources: AsyncDisposableStack,
): Promise<void> => {
  const { connection, continuity, dataDirectory, inspectNumbering } = storage;
  const { database } = connection;
  // It has stopped, and cannot write any more: its work need not wait until its leases run out.
  if (former !== undefined) {
    await freeLeasesOf(database, former.node);
    await forgetNode(database, former.node);
  }
  // The events in KurrentDB are compared by their numbering, and given up by a person.
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
  resources.defer(keepLastEvents(dataDirectory, identity, { continuity, logger }));
};
