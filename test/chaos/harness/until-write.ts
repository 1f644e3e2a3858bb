import type { ChaosClient } from '../load/chaos-client.ts';
import type { ScenarioContext } from './scenario.ts';

/** Milliseconds between two attempts. */
const EVERY = 100;

/** Tries to write until a write is acknowledged; returns the seconds, or undefined after the limit. */
export const secondsUntilWrite = async (
  client: ChaosClient,
  { signal }: Pick<ScenarioContext, 'signal'>,
  limit: number,
): Promise<number | undefined> => {
  const started = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const response = await client.command('StartConversation', { title: 'A probe' });
    const seconds = (performance.now() - started) / 1000;
    if (response.kind === 'answered' && response.status < 300) return seconds;
    if (seconds > limit) return undefined;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
};
