import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { tablesFingerprint } from './new-database.ts';

/** A new, empty database on a server; disposing of it drops it. */
export type ServerDatabase = AsyncDisposable & { readonly url: string };

type Administer = (statement: string) => Promise<readonly Record<string, unknown>[]>;

/** Runs statements in one session on the server's own database. */
const administering = async <Result>(
  serverUrl: string,
  work: (administer: Administer) => Promise<Result>,
): Promise<Result> => {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    return await work(async (statement) => (await admin.query<Record<string, unknown>>(statement)).rows);
  } finally {
    await admin.end();
  }
};

const urlOf = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const createFrom = async (serverUrl: string, template?: string): Promise<ServerDatabase> => {
  const name = `anamnesis_test_${randomUUID().replaceAll('-', '')}`;
  const from = template === undefined ? '' : ` template ${template}`;
  await administering(serverUrl, (administer) => administer(`create database ${name}${from}`));
  return {
    url: urlOf(serverUrl, name),
    [Symbol.asyncDispose]: async () => {
      await administering(serverUrl, (administer) =>
        administer(`drop database if exists ${name} with (force)`),
      );
    },
  };
};

export const createServerDatabase = (serverUrl: string): Promise<ServerDatabase> => createFrom(serverUrl);

/**
 * Finds or creates the database from which those with the tables of this program are copied. It stays on the server, for
 * other test processes and later runs; a name that changes with the migrations keeps it from being outdated.
 */
const findTemplate = async (serverUrl: string): Promise<string> => {
  const name = `anamnesis_template_${await tablesFingerprint()}`;
  await administering(serverUrl, async (administer) => {
    // Until the session ends: several test processes start at the same time.
    await administer(`select pg_advisory_lock(hashtext('${name}'))`);
    const found = await administer(`select from pg_database where datname = '${name}'`);
    if (found.length > 0) return;
    const making = `${name}_making`;
    await administer(`drop database if exists ${making} with (force)`);
    await administer(`create database ${making}`);
    const database = await openPgDatabase({
      connectionString: urlOf(serverUrl, making),
      logger: silentLogger,
    });
    await migrateDatabase(database).finally(database.close);
    await administer(`alter database ${making} rename to ${name}`);
  });
  return name;
};
const templates = new Map<string, Promise<string>>();

/** Like `createServerDatabase`, with the tables of this program, in a third of the time of migrating it. */
export const createMigratedServerDatabase = async (serverUrl: string): Promise<ServerDatabase> => {
  const template = templates.get(serverUrl) ?? findTemplate(serverUrl);
  templates.set(serverUrl, template);
  return createFrom(serverUrl, await template);
};
