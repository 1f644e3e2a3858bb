/**
 * A node of an installation with its log in KurrentDB: retries one append after another until each is accepted, and
 * prints the acknowledged ones (`acknowledged <id> <position>`) and whether it assigns the numbers (`owner`, `not
 * owner`). Arguments: the URLs of database and KurrentDB, and the prefix; exits when its input ends.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../domain/kernel/failure.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { openKurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { silentLogger } from '../../ports/logger.ts';
import { count, testRegistry } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import { kurrentConfiguration } from './kurrent.ts';

const [, , connectionString = '', kurrentUrl = '', prefix = ''] = process.argv;
const owner = randomUUID();
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const database = await openPgDatabase({ connectionString, logger: silentLogger });
const store = await openKurrentEventStore({
  configuration: kurrentConfiguration(kurrentUrl, prefix),
  database,
  // Short, so that tests can wait for a takeover; long enough for renewal by a starved process.
  leases: createPostgresLeases({ database, logger: silentLogger, owner, timeToLive: 5_000 }),
  serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
  logger: silentLogger,
});

let stopped = false;
process.stdin.resume();
process.stdin.once('end', () => {
  stopped = true;
});

const report = async (): Promise<void> => {
  let was: boolean | undefined;
  while (!stopped) {
    const { isOwner } = store.numbering();
    if (isOwner !== was) say(isOwner ? 'owner' : 'not owner');
    was = isOwner;
    await sleep(20);
  }
};
const write = async (): Promise<void> => {
  for (let n = 0; !stopped; n += 1) {
    const event = count(n);
    for (;;) {
      try {
        const { position } = await store.append(`query-${owner}-${n % 4}`, [event], 'any');
        say(`acknowledged ${event.id} ${position}`);
        break;
      } catch (error) {
        if (!(error instanceof Failure) || error.reason.code !== 'unavailable') throw error;
        await sleep(50);
      }
    }
    await sleep(10);
  }
};
await Promise.all([report(), write()]);
await store.close();
await database.close();
