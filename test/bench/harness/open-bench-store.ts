import { createEventRegistry, type EventRegistry } from '../../../domain/kernel/event-registry.ts';
import { migrateDatabase } from '../../../infra/storage/database/migrate-database.ts';
import { createEventSerializer } from '../../../infra/storage/event-serialization/event-serializer.ts';
import {
  createPostgresEventStore,
  type PostgresEventStore,
} from '../../../infra/storage/event-store/postgres-event-store.ts';
import type { Database } from '../../../ports/database.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { counted, noted } from '../../support/events.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';

const plainEvents = createEventRegistry([noted, counted]);

/** The log as opened by the program, with the production serializer; the measured events contain no sealed data. */
export const openBenchStore = async (
  database: Database,
  registry: EventRegistry = plainEvents,
): Promise<PostgresEventStore> => {
  await migrateDatabase(database);
  const serializer = createEventSerializer({ registry, vault: createInMemoryKeyVault() });
  return createPostgresEventStore({ database, serializer, logger: silentLogger });
};
