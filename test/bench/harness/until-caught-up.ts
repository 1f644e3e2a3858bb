import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '../../../app/create-application.ts';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 60 * 60_000;

/** Resolves when every follower of the log is alive and caught up. */
export const untilCaughtUp = async ({ http }: Application): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const followers = await http.projectionStatus.list();
    if (followers.every(({ eventsBehind, alive }) => alive && eventsBehind === 0)) return;
    if (performance.now() > deadline) throw new Error('The followers did not catch up.');
    await sleep(LOOK_EVERY_MS);
  }
};
