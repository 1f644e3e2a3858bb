import { expect, it, onTestFinished } from 'vitest';
import { openPgDatabase } from '../../../../infra/storage/database/pg-database.ts';
import { createRowSealer } from '../../../../infra/storage/key-vault/row-sealer.ts';
import { openStoredEntities } from '../../../../infra/storage/stored-entities.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { createInMemoryKeyVault } from '../../../support/in-memory-key-vault.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

it.runIf(serverUrl)(
  'the first read of a read model reports a missing database as unavailable, and does not create it',
  async () => {
    const connectionString = serverUrl ?? '';
    const database = await openPgDatabase({ connectionString, logger: silentLogger });
    onTestFinished(() => database.close());
    const missing = new URL(connectionString);
    missing.pathname = '/no_such_database';
    const { entities, schemas, close } = await openStoredEntities(
      {
        database,
        connectionString: missing.href,
        times: { connect: 2_000, statement: 2_000, longStatement: 2_000 },
        logger: silentLogger,
      },
      createRowSealer(createInMemoryKeyVault()),
    );
    onTestFinished(close);
    const [schema] = schemas;
    if (schema === undefined) throw new Error('There is no read model.');
    await expect(entities.fork().find(schema, {})).rejects.toMatchObject({
      reason: { code: 'unavailable', component: 'database' },
    });
    const found = await database.query(`select 1 from pg_database where datname = 'no_such_database'`);
    expect(found).toEqual([]);
  },
);
