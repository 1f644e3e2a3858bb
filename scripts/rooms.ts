/** The folders at the top whose sources are the program. */
export const rooms = [
  'domain',
  'ports',
  'commands',
  'followers',
  'projections',
  'consumers',
  'read-api',
  'infra',
  'app',
  'cli',
] as const;
