import type { Clock } from '../../ports/clock.ts';
import type { KeyRotation } from '../../ports/key-rotation.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

/** As for other gauges from the database, whose failure must not affect other metrics. */
const TIMEOUT_MS = 5_000;

/** Sets the gauges of the master key, or omits them if they cannot be read in time. Never rejects. */
export const measureMasterKey = async (
  keyRotation: Pick<KeyRotation, 'read'>,
  clock: Pick<Clock, 'now'>,
  metrics: Metrics,
  timeout = TIMEOUT_MS,
): Promise<void> => {
  const reading = keyRotation.read();
  const known = await waitAtMost(timeout, reading).catch(() => false);
  metrics.forget('anamnesis_master_key_age_seconds');
  metrics.forget('anamnesis_master_key_rotation_remaining');
  if (!known) return;
  const { since, rotation } = await reading;
  if (since !== undefined)
    metrics.gauge(
      'anamnesis_master_key_age_seconds',
      Math.max(0, (Date.parse(clock.now()) - Date.parse(since)) / 1000),
      {},
    );
  if (rotation)
    metrics.gauge('anamnesis_master_key_rotation_remaining', Math.max(0, rotation.total - rotation.done), {});
};
