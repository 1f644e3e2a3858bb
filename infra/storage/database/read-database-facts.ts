import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import type { DatabaseFacts } from '../../../ports/database-facts.ts';

const factsSql = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::integer as version_number,
         (select extversion from pg_extension where extname = 'vector') as pgvector,
         pg_encoding_to_char(d.encoding) as encoding, d.datcollate as collation,
         (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
         least(nullif(d.datconnlimit, -1),
               (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper))
           as connection_limit,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as clock
    from pg_database d where d.datname = current_database()`;

const settingsSql = 'select name, setting from pg_settings where name = any($1::text[])';

const names = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'max_connections',
  'superuser_reserved_connections',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'transaction_read_only',
];

const factsRow = z.object({
  version: z.string(),
  version_number: z.int(),
  pgvector: z.string().nullable(),
  encoding: z.string(),
  collation: z.string(),
  connections: z.int(),
  connection_limit: z.int().nullable(),
  clock: z.number(),
});
const settingRow = z.object({ name: z.string(), setting: z.string() });

/** Reads version, settings and state of a database, on a connection configured like all others of this program. */
export const readDatabaseFacts = async (database: Database): Promise<DatabaseFacts> => {
  const settings = z.array(settingRow).parse(await database.query(settingsSql, [names]));
  const [row] = await database.query(factsSql);
  const facts = factsRow.parse(row);
  return {
    kind: database.kind,
    version: facts.version,
    versionNumber: facts.version_number,
    pgvector: facts.pgvector ?? undefined,
    encoding: facts.encoding,
    collation: facts.collation,
    settings: new Map(settings.map(({ name, setting }) => [name, setting])),
    connections: facts.connections,
    connectionLimit: facts.connection_limit ?? undefined,
    clock: facts.clock,
  };
};
