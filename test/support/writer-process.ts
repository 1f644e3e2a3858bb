/**
 * Thirty-two writers in a separate process: each increments the last number in streams that other processes write too.
 * Arguments: the database URL, the number of increments per writer and the number of streams.
 */

import { Failure } from '../../domain/kernel/failure.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { count, counted, testRegistry } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';

const [, , connectionString = '', additions = '0', streams = '1'] = process.argv;
const WRITERS = 32;

const database = await openPgDatabase({ connectionString, logger: silentLogger });
const store = await createPostgresEventStore({
  database,
  serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
  logger: silentLogger,
});

const addOne = async (stream: number): Promise<void> => {
  for (;;) {
    let seen = 0;
    let revision = -1;
    for await (const event of store.readStream(`document-${stream}`)) {
      seen = counted.schema.parse(event.data).n;
      revision = event.revision;
    }
    try {
      await store.append(`document-${stream}`, [count(seen + 1)], revision < 0 ? 'no-stream' : revision);
      return;
    } catch (error) {
      if (!(error instanceof Failure) || error.reason.code !== 'conflict') throw error;
    }
  }
};

await Promise.all(
  Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; n < Number(additions); n += 1) await addOne(writer % Number(streams));
  }),
);
await store.close();
await database.close();
