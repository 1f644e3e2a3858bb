import { allEvents } from '../../../domain/all-events.ts';
import { createEventRegistry } from '../../../domain/kernel/event-registry.ts';
import { postgresGenerations } from '../../../infra/storage/generations/postgres-generations.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import { createGeneration } from '../../../projections/runner/generation-tables.ts';
import { keyedProjectionDefinition } from '../../../projections/runner/keyed-projection-definition.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { fillWithReads, readings, shapeOfReadings } from '../catch-up.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { followToHead } from '../harness/follow-to-head.ts';
import { openBenchDatabase } from '../harness/open-bench-database.ts';
import { openBenchStore } from '../harness/open-bench-store.ts';
import type { Operation } from './operation.ts';

const EVENTS = 2000;

/** Reads a log and brings a read model to its end, on a database of its own. */
export const openCatchUpOperations = async (
  context: BenchmarkContext,
  resources: AsyncDisposableStack,
): Promise<readonly Operation[]> => {
  const { database } = resources.use(await openBenchDatabase(context));
  const store = await openBenchStore(database, createEventRegistry(allEvents));
  resources.defer(() => store.close());
  await fillWithReads(store, EVENTS);
  const definition = keyedProjectionDefinition(readings, await shapeOfReadings(), {
    database,
    sealer: createRowSealer(createInMemoryKeyVault()),
  });
  let generation = 0;
  return [
    {
      name: 'reading 2,000 events',
      times: 1,
      run: async () => {
        let read = 0;
        for await (const _ of store.readAll(0)) read += 1;
        if (read !== EVENTS) throw new Error(`${read} of ${EVENTS} events were read.`);
      },
    },
    {
      name: 'a read model catching up with 2,000 events',
      times: 1,
      run: async () => {
        generation += 1;
        await createGeneration(database, postgresGenerations, definition, {
          generation,
          state: 'building',
          target: EVENTS,
        });
        await followToHead(database, store, { definition, generation, from: 0 });
        await database.execute(`drop schema "${definition.name}_g${generation}" cascade`);
      },
    },
  ];
};
