/** The rooms that each room may import from, besides itself. */
export const allowedRooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  ports: ['domain'],
  commands: ['domain', 'ports'],
  // Runs both projections and consumers, which must not know each other.
  followers: ['domain', 'ports'],
  projections: ['domain', 'ports', 'followers'],
  consumers: ['domain', 'ports', 'commands', 'followers'],
  'read-api': ['domain', 'ports', 'commands', 'projections'],
  infra: ['domain', 'ports', 'projections'],
  app: ['domain', 'ports', 'commands', 'followers', 'projections', 'consumers', 'read-api', 'infra'],
  // Distributed to other projects as it is.
  client: [],
  cli: ['domain', 'ports', 'app', 'client'],
  // Runs in browsers, and knows the server by its public API only.
  console: ['client'],
};

/** The wings of `infra/`, from the bottom up: each may import from those before it. */
export const wingOrder: readonly string[] = [
  'resilience',
  'installation',
  'storage',
  'cluster',
  'services',
  'models',
  'reading',
  'search',
  'observability',
];

/** The folders of `domain/`: each may import from those before it. */
export const domainOrder: readonly string[] = [
  'kernel',
  'language',
  'clinical-text',
  'privacy',
  'ownership',
  'knowledge',
  'indexing',
  'retrieval',
  'consultation',
  'tools',
  'operations',
  'audit',
  'publication',
];

/** The top-level folders that contain the program's sources. */
export const rooms: readonly string[] = Object.keys(allowedRooms);
