import { hostname } from 'node:os';
import { masterKeyOffer } from '../../domain/operations/plan-key-rotation.ts';
import { createLeaseBalancer, type LeaseBalancer } from '../../followers/lease-balancer.ts';
import { createListNodes } from '../../infra/cluster/nodes/list-nodes.ts';
import { createPostgresNodes } from '../../infra/cluster/nodes/postgres-nodes.ts';
import { listLeases } from '../../infra/storage/leases/list-leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ListNodes, NodeRole } from '../../ports/nodes.ts';
import type { Storage } from './open-storage.ts';

/** This process as one of the nodes that share the database. */
export type Nodes = {
  readonly keeper: LeaseBalancer;
  readonly list: ListNodes;
  /** The machine and process id, for display. */
  readonly host: string;
};

export const openNodes = ({
  storage,
  role,
  version,
  logger,
}: {
  readonly storage: Pick<Storage, 'connection' | 'keyRing' | 'leases' | 'node'>;
  readonly role: NodeRole;
  readonly version: string;
  readonly logger: Logger;
}): Nodes => {
  const { leases, node } = storage;
  const { database } = storage.connection;
  // On the connection of the leases, so that other work cannot make a live node look dead.
  const session = database.reserved('leases');
  const host = `${hostname()}:${process.pid}`.slice(0, 128);
  const traits = storage.keyRing.held.slice(0, 1).map(({ fingerprint }) => masterKeyOffer(fingerprint));
  const registry = createPostgresNodes({ session, id: node, host, role, version, traits });
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
