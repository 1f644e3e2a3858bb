import type { Clock } from '../../ports/clock.ts';
import type { KeyRotation } from '../../ports/key-rotation.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { readInTime } from './read-in-time.ts';

/** Sets the gauges of the master key, or omits them if they cannot be read in time. Never rejects. */
export const measureMasterKey = async (
  keyRotation: Pick<KeyRotation, 'read'>,
  clock: Pick<Clock, 'now'>,
  metrics: Metrics,
  timeout?: number,
): Promise<void> => {
  const status = await readInTime(keyRotation.read(), timeout);
  metrics.forget('anamnesis_master_key_age_seconds');
  metrics.forget('anamnesis_master_key_rotation_remaining');
  if (!status) return;
  const { since, rotation } = status;
  if (since !== undefined)
    metrics.gauge(
      'anamnesis_master_key_age_seconds',
      Math.max(0, (Date.parse(clock.now()) - Date.parse(since)) / 1000),
      {},
    );
  if (rotation)
    metrics.gauge('anamnesis_master_key_rotation_remaining', Math.max(0, rotation.total - rotation.done), {});
};
