import type { Database } from '../ports/database.ts';
import { migrateEventStore } from './event-store/postgres-event-store.ts';
import { migrateIdempotencyStore } from './idempotency/postgres-idempotency-store.ts';
import { vaultSchema } from './key-vault/vault-schema.ts';
import { migrateLeases } from './leases/postgres-leases.ts';

/** Makes the tables of what an installation cannot do without: log, leases, idempotency and vault. Harmless when repeated. */
export const migrateTables = async (database: Database): Promise<void> => {
  await migrateEventStore(database);
  await migrateLeases(database);
  await migrateIdempotencyStore(database);
  await database.execute(vaultSchema);
};
