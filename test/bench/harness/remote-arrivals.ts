import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Arrivals } from './arrivals.ts';

const arrivalsSchema = z.array(z.object({ n: z.number(), at: z.number() }));

/** A subscriber in another process on the same server. */
export const recordArrivalsElsewhere = async (databaseUrl: string): Promise<Arrivals> => {
  const child = fork(new URL('../lag-subscriber.ts', import.meta.url), [databaseUrl]);
  const ended = once(child, 'exit');
  const answer = async (): Promise<unknown> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then((): never => {
        throw new Error('The subscriber process exited.');
      }),
    ]);
    return message;
  };
  await answer();
  return {
    take: async (expected, timeout) => {
      const answered = answer();
      child.send({ expected, timeout });
      return arrivalsSchema.parse(await answered);
    },
    stop: async () => {
      child.send({ stop: true });
      await ended;
    },
  };
};
