import type { ReadModelView } from '../read-model-reader.ts';
import { auditEntryEntity } from './entity.ts';

/**
 * The start of the newest backup, or of the log when there is none: ISO 8601 UTC; undefined for an empty log. Reads
 * read model `audit-entries`.
 */
export const lastBackupOrBeginning = async ({ entities }: ReadModelView): Promise<string | undefined> => {
  const newest = { orderBy: { position: 'desc' }, limit: 1, disableIdentityMap: true } as const;
  const [backup] = await entities.find(auditEntryEntity, { type: 'BackupTaken' }, newest);
  if (backup) return backup.recordedAt;
  const [first] = await entities.find(auditEntryEntity, {}, { ...newest, orderBy: { position: 'asc' } });
  return first?.recordedAt;
};
