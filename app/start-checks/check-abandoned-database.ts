import { counted } from '../../domain/kernel/counted.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { isLogEmpty } from '../../infra/storage/event-store/stored-events.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import { type EmbeddedFacts, hasEmbeddedDatabase, inspectEmbeddedDatabase } from './abandoned-database.ts';

export type AbandonedDatabaseOptions = {
  /** The database on the server, migrated. */
  readonly database: Database;
  readonly dataDirectory: DataDirectory;
  /** Whether the operator has confirmed an empty start. */
  readonly startEmpty: boolean;
  readonly logger: Logger;
};

const describe = (facts: EmbeddedFacts): string => {
  if (!facts.known) return `an embedded one (${facts.reason})`;
  const last = facts.last === undefined ? '' : `, the last of ${facts.last}`;
  return `an embedded one with ${counted(facts.events, 'event')}${last}`;
};

const wasDecided = async (database: Database): Promise<boolean> =>
  (await database.query('select 1 as one from coordination.started_empty')).length > 0;

/**
 * Asks before an empty database on a server replaces an embedded one with data: someone who sets DATABASE_URL may expect
 * the data to move along. The server's database stores the answer.
 *
 * @throws Failure that describes the embedded database, how to import it, and how to continue without it
 */
export const checkAbandonedDatabase = async (options: AbandonedDatabaseOptions): Promise<void> => {
  const { database, dataDirectory, startEmpty, logger } = options;
  if (!(await hasEmbeddedDatabase(dataDirectory)) || !(await isLogEmpty(database))) return;
  if (await wasDecided(database)) return;
  const facts = await inspectEmbeddedDatabase(dataDirectory, logger);
  if (facts.known && facts.events === 0) return;
  if (startEmpty) {
    await database.query('insert into coordination.started_empty default values on conflict do nothing');
    return;
  }
  throw new Failure(
    failure(
      'unavailable',
      `DATABASE_URL names an empty database, but the data directory ${dataDirectory.path} contains ${describe(facts)}. ` +
        'Import it with "npx anamnesis import-embedded", or start empty with "npm start -- --start-empty" ' +
        '(or START_EMPTY=true), which leaves it in place, unused.',
      { component: 'database' },
    ),
  );
};
