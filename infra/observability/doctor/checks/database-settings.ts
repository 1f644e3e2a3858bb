import type { DatabaseFacts, ReadDatabaseFacts } from '../../../../ports/database-facts.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Connections of one server process in addition to its pools: for appends, leases and notifications. */
const BESIDE_THE_POOLS = 4;

const durability = ({ kind, settings }: DatabaseFacts): readonly Finding[] => {
  if (settings.get('fsync') === 'off')
    return [
      kind === 'embedded'
        ? warning(
            'The embedded database does not wait for the disk: a power failure can damage it.',
            'Set EMBEDDED_SYNC=commit, unless the data can be recreated.',
          )
        : problem('fsync is off: a power failure destroys the database.', 'Set fsync = on on the server.'),
    ];
  const findings = [
    settings.get('synchronous_commit') === 'off'
      ? problem(
          'synchronous_commit is off: acknowledged writes can be lost.',
          'Set synchronous_commit = on for this database.',
        )
      : undefined,
    settings.get('full_page_writes') === 'off'
      ? warning(
          'full_page_writes is off: a power failure can leave torn pages.',
          'Set it to on unless the file system writes whole pages.',
        )
      : undefined,
  ].filter((finding) => finding !== undefined);
  return findings.length > 0
    ? findings
    : [fine('Commits are flushed to the disk (fsync, full_page_writes).')];
};

const timeouts = ({ kind, settings }: DatabaseFacts): readonly Finding[] => {
  if (kind === 'embedded') return [];
  const unlimited = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'].filter(
    (name) => settings.get(name) === '0',
  );
  return unlimited.length === 0
    ? [fine('Statements, locks and idle transactions have timeouts.')]
    : [
        warning(
          `Without a limit: ${unlimited.join(', ')}. A hanging session blocks others.`,
          "Set them for the role: alter role … set … = '60s'.",
        ),
      ];
};

const connections = (
  { kind, settings, connections: used, connectionLimit }: DatabaseFacts,
  poolSize: number,
): readonly Finding[] => {
  if (kind === 'embedded') return [];
  const needed = poolSize + BESIDE_THE_POOLS;
  if (connectionLimit !== undefined && connectionLimit < needed)
    return [
      problem(
        `The user or the database may have ${connectionLimit} connections; a server needs up to ${needed}.`,
        'Raise their connection limit (alter role …, alter database … connection limit), or lower DATABASE_POOL_SIZE and DATABASE_READ_POOL_SIZE.',
      ),
    ];
  const most =
    Number(settings.get('max_connections')) - Number(settings.get('superuser_reserved_connections'));
  const message = `${used} of ${most} connections are in use; a server needs up to ${needed}.`;
  return [
    most - used < needed
      ? warning(
          message,
          'Raise max_connections, lower DATABASE_POOL_SIZE, or put a pooler in session mode in front of it.',
        )
      : fine(message),
  ];
};

const texts = ({ encoding, collation }: DatabaseFacts): Finding =>
  encoding === 'UTF8'
    ? fine(`Texts are stored as UTF8, collated as ${collation}.`)
    : problem(
        `The database stores texts as ${encoding}: some characters cannot be stored.`,
        'Restore a backup into a database created with encoding UTF8.',
      );

const access = ({ settings }: DatabaseFacts): readonly Finding[] =>
  settings.get('transaction_read_only') === 'on'
    ? [
        problem(
          'The database accepts no writes (read-only).',
          'Point DATABASE_URL at the primary, or end its read-only mode.',
        ),
      ]
    : [];

/** Checks the settings that prevent lost writes and hanging sessions. */
export const databaseSettings = ({
  readDatabaseFacts,
  poolSize,
}: {
  readonly readDatabaseFacts: ReadDatabaseFacts;
  /** DATABASE_POOL_SIZE and DATABASE_READ_POOL_SIZE together. */
  readonly poolSize: number;
}): Check => ({
  name: 'settings',
  run: async function* () {
    const facts = await readDatabaseFacts();
    yield* durability(facts);
    yield* access(facts);
    yield* timeouts(facts);
    yield* connections(facts, poolSize);
    yield texts(facts);
  },
});
