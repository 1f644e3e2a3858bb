/** The role of a node: all of the work, or a part of it alongside nodes that do the rest. */
export const nodeRoles = ['all', 'api', 'worker', 'projector'] as const;
export type NodeRole = (typeof nodeRoles)[number];

/** The duties of a role, besides reporting on the node itself. */
export type Duties = {
  /** Answers everybody's requests. */
  readonly serves: boolean;
  /** Runs consumers and timers. */
  readonly consumes: boolean;
  /** Keeps read models current. */
  readonly projects: boolean;
};

export const dutiesOf = (role: NodeRole): Duties => ({
  serves: role === 'all' || role === 'api',
  consumes: role === 'all' || role === 'worker',
  projects: role === 'all' || role === 'projector',
});

/** A process of the program, as it announced itself to the others on the same database. */
export type Node = {
  /** The owner id of its leases; new at each start. */
  readonly id: string;
  /** Machine and process, e.g. `ward-1:4711`. */
  readonly host: string;
  /** A node of a newer version may have a role unknown to this one. */
  readonly role: string;
  readonly version: string;
  /** Its start: ISO 8601, by the clock of the database. */
  readonly since: string;
  /** Seconds since it announced itself, by that clock. */
  readonly lastSeen: number;
  /** Whether it has announced itself within the lifetime of a lease. */
  readonly alive: boolean;
  /** Families of jobs that it can do. */
  readonly offers: readonly string[];
};

/** The nodes that share a database. Times are by its clock: the clocks of the machines need not agree. */
export type NodeRegistry = {
  /** Records that this node is alive and the work it offers. Returns all live nodes, itself included. */
  readonly announce: (offers: readonly string[]) => Promise<readonly Node[]>;
  /** Removes this node. */
  readonly withdraw: () => Promise<void>;
  /** All live nodes, and those lost within the last hour without withdrawing. */
  readonly list: () => Promise<readonly Node[]>;
};

/** The duties that the nodes of an installation must cover together. */
export const nodeDuties = ['requests', 'consumers', 'projections'] as const;
export type NodeDuty = (typeof nodeDuties)[number];

const isRole = (role: string): role is NodeRole => nodeRoles.some((known) => known === role);

/**
 * The duties that none of these nodes covers. A role unknown to this version counts as covering everything, to avoid
 * false alarms.
 */
export const missingDuties = (nodes: readonly Pick<Node, 'role'>[]): readonly NodeDuty[] => {
  const duties = nodes.map(({ role }) => dutiesOf(isRole(role) ? role : 'all'));
  return nodeDuties.filter(
    (duty) =>
      !duties.some(({ serves, consumes, projects }) =>
        duty === 'requests' ? serves : duty === 'consumers' ? consumes : projects,
      ),
  );
};

/** A node with its current work. */
type NodeAtWork = Node & {
  /** Whether it is the node that answers the request. */
  readonly self: boolean;
  /** The number of consumer partitions and projections that it holds. */
  readonly shares: number;
  /** The same by consumer and projection. */
  readonly work: readonly { readonly name: string; readonly shares: number }[];
};

/** Reads all nodes, and the duties that no live node covers. */
export type ListNodes = () => Promise<{
  readonly nodes: readonly NodeAtWork[];
  readonly missing: readonly NodeDuty[];
}>;
