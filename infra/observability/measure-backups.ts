import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { lastBackupOrBeginning } from '../../projections/audit-entries/last-backup.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import { readInTime } from './read-in-time.ts';

/** Sets the gauge of the last backup, or omits it if it cannot be read in time. Never rejects. */
export const measureBackups = async (
  readModels: Pick<ReadModelReader, 'locate' | 'open'>,
  clock: Pick<Clock, 'now'>,
  metrics: Metrics,
  timeout?: number,
): Promise<void> => {
  const look = async () => {
    await readModels.locate(auditEntriesProjection.name, 0, 0);
    return lastBackupOrBeginning(await readModels.open(auditEntriesProjection.name));
  };
  const since = await readInTime(look(), timeout);
  metrics.forget('anamnesis_backup_age_seconds');
  if (since !== undefined) {
    const seconds = (Date.parse(clock.now()) - Date.parse(since)) / 1000;
    metrics.gauge('anamnesis_backup_age_seconds', Math.max(0, seconds), {});
  }
};
