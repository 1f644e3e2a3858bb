import type { SealingState } from '../../domain/operations/sealing-decider.ts';
import type { WitnessStatus } from '../../domain/operations/witnessing-decider.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { readInTime } from './read-in-time.ts';

/** Sets the gauges of the checkpoints over the log, or omits them if they cannot be read in time. Never rejects. */
export const measureSealing = async (
  {
    readSealing,
    readWitnesses,
  }: {
    readonly readSealing: () => Promise<SealingState>;
    readonly readWitnesses: () => Promise<readonly WitnessStatus[]>;
  },
  metrics: Metrics,
  timeout?: number,
): Promise<void> => {
  const read = await readInTime(Promise.all([readSealing(), readWitnesses()]), timeout);
  for (const name of [
    'anamnesis_log_sealed_position',
    'anamnesis_log_verified_position',
    'anamnesis_log_altered_position',
    'anamnesis_sealing_stopped',
    'anamnesis_log_witnessed_position',
  ] as const)
    metrics.forget(name);
  if (!read) return;
  const [{ checkpoint, verified, failed, stopped }, witnesses] = read;
  metrics.gauge('anamnesis_sealing_stopped', stopped ? 1 : 0, {});
  if (checkpoint) metrics.gauge('anamnesis_log_sealed_position', checkpoint.size, {});
  if (verified) metrics.gauge('anamnesis_log_verified_position', verified.size, {});
  if (failed) metrics.gauge('anamnesis_log_altered_position', failed.from, {});
  if (witnesses.length > 0)
    metrics.gauge(
      'anamnesis_log_witnessed_position',
      Math.min(...witnesses.map(({ kept }) => kept?.size ?? 0)),
      {},
    );
};
