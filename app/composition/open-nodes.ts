import { hostname } from 'node:os';
import { createLeaseBalancer, type LeaseBalancer } from '../../followers/lease-balancer.ts';
import { createListNodes } from '../../infra/cluster/nodes/list-nodes.ts';
import { createPostgresNodes } from '../../infra/cluster/nodes/postgres-nodes.ts';
import { listLeases } from '../../infra/storage/leases/list-leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ListNodes, NodeRole } from '../../ports/nodes.ts';
import type { Storage } from './open-storage.ts';

/** What this process is among those that share the database. */
export type Nodes = {
  readonly keeper: LeaseBalancer;
  readonly list: ListNodes;
  /** Machine and process, for people. */
  readonly host: string;
};

export const openNodes = ({
  storage,
  role,
  version,
  logger,
}: {
  readonly storage: Pick<Storage, 'connection' | 'leases' | 'node'>;
  readonly role: NodeRole;
  readonly version: string;
  readonly logger: Logger;
}): Nodes => {
  const { leases, node } = storage;
  const { database } = storage.connection;
  // Beside the leases, on their connection: no other work may make a node that lives look dead.
  const session = database.reserved('leases');
  const host = `${hostname()}:${process.pid}`.slice(0, 128);
  const registry = createPostgresNodes({ session, id: node, host, role, version });
  const keeper = createLeaseBalancer({
    leases,
    listLeases: () => listLeases(session),
    nodes: registry,
    node,
    logger,
  });
  const list = createListNodes(registry, () => listLeases(session), node);
  return { keeper, list, host };
};
