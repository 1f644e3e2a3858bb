import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const livenessSchema = z.object({
  asked: z.number(),
  /** Responses that took more than a second. */
  stalls: z.number(),
  /** Milliseconds. */
  slowest: z.number(),
  /** Not counted, because this machine itself was late. */
  unsure: z.number(),
});
type Liveness = z.output<typeof livenessSchema>;

/** Watches whether a server stays responsive under attack. */
export const watchLiveness = (url: string) => {
  const worker = new Worker(new URL('./liveness-watch.ts', import.meta.url), { workerData: { url } });
  return {
    stop: async (): Promise<Liveness> => {
      const answer = once(worker, 'message');
      worker.postMessage('report');
      const liveness = livenessSchema.parse((await answer)[0]);
      await worker.terminate();
      return liveness;
    },
  };
};
