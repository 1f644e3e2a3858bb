import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { lastBackupOrBeginning } from '../../projections/audit-entries/last-backup.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

/** As for other gauges from the database, whose failure must not affect other metrics. */
const TIMEOUT_MS = 5_000;

/** Sets the gauge of the last backup, or omits it if it cannot be read in time. Never rejects. */
export const measureBackups = async (
  readModels: Pick<ReadModelReader, 'locate' | 'open'>,
  clock: Pick<Clock, 'now'>,
  metrics: Metrics,
  timeout = TIMEOUT_MS,
): Promise<void> => {
  const look = async () => {
    await readModels.locate(auditEntriesProjection.name, 0, 0);
    return lastBackupOrBeginning(await readModels.open(auditEntriesProjection.name));
  };
  const looking = look();
  const known = await waitAtMost(timeout, looking).catch(() => false);
  metrics.forget('anamnesis_backup_age_seconds');
  const since = known ? await looking : undefined;
  if (since !== undefined) {
    const seconds = (Date.parse(clock.now()) - Date.parse(since)) / 1000;
    metrics.gauge('anamnesis_backup_age_seconds', Math.max(0, seconds), {});
  }
};
