import type { DatabaseRow } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import { integer, text } from './columns.ts';

/** Parses a row of the log. Throws if a column does not match the schema. */
export const storedEventOf = (row: DatabaseRow): StoredEvent => ({
  position: integer(row.position),
  streamId: text(row.stream_id),
  revision: integer(row.revision),
  id: text(row.id),
  type: text(row.type),
  schemaVersion: integer(row.schema_version),
  recordedAt: text(row.recorded_at),
  data: text(row.data),
  metadata: text(row.metadata),
});
