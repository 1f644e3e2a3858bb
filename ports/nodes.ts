/** The role of a node: all of the work, or a part of it beside nodes that do the rest. */
export const nodeRoles = ['all', 'api', 'worker', 'projector'] as const;
export type NodeRole = (typeof nodeRoles)[number];

/** What nodes of a role do beside answering for themselves. */
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
  /** What its leases are owned under; another one after each start. */
  readonly id: string;
  /** Machine and process, e.g. `ward-1:4711`. */
  readonly host: string;
  /** Of a newer version it may be one that this version does not know. */
  readonly role: string;
  readonly version: string;
  /** Since when it runs: ISO 8601, by the clock of the database. */
  readonly since: string;
  /** Seconds since it announced itself, by that clock. */
  readonly lastSeen: number;
  /** Whether it is counted on: it has announced itself within the time that a lease lasts. */
  readonly alive: boolean;
  /** Families of jobs that it can do. */
  readonly offers: readonly string[];
};

/** The nodes that share a database, by its clock: those of the machines need not agree. */
export type NodeRegistry = {
  /** Records that this node lives and the work it offers. Answers all live nodes, itself included. */
  readonly announce: (offers: readonly string[]) => Promise<readonly Node[]>;
  /** Records that this node leaves. */
  readonly withdraw: () => Promise<void>;
  /** All that live, and those that were lost within the last hour without having left. */
  readonly list: () => Promise<readonly Node[]>;
};

/** The jobs that the nodes of an installation must cover between them. */
export const nodeDuties = ['requests', 'consumers', 'projections'] as const;
export type NodeDuty = (typeof nodeDuties)[number];

const isRole = (role: string): role is NodeRole => nodeRoles.some((known) => known === role);

/**
 * The jobs that none of these nodes covers. A role unknown to this version counts as covering everything: it raises
 * no false alarm.
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
  /** Shares of consumers, and projections, that it holds. */
  readonly shares: number;
  /** The same by consumer and projection. */
  readonly work: readonly { readonly name: string; readonly shares: number }[];
};

/** Reads all nodes, and what none of those that live does. */
export type ListNodes = () => Promise<{
  readonly nodes: readonly NodeAtWork[];
  readonly missing: readonly NodeDuty[];
}>;
