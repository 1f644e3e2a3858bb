/** A subscriber in a separate process: `lag-subscriber.ts <database URL>`, controlled by messages. */
import { z } from 'zod';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { recordArrivals } from './harness/arrivals.ts';
import { openBenchStore } from './harness/open-bench-store.ts';

const requestSchema = z.union([
  z.object({ expected: z.number(), timeout: z.number() }),
  z.object({ stop: z.literal(true) }),
]);

const database = await openPgDatabase({
  connectionString: z.string().parse(process.argv[2]),
  logger: silentLogger,
});
const store = await openBenchStore(database);
const arrivals = recordArrivals(store, await store.head());
process.on('message', async (message) => {
  const request = requestSchema.parse(message);
  if ('expected' in request) {
    process.send?.(await arrivals.take(request.expected, request.timeout));
    return;
  }
  await arrivals.stop();
  await store.close();
  await database.close();
  process.disconnect?.();
});
process.send?.('ready');
