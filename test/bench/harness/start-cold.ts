import { peakMemory } from './peak-memory.ts';
import { withServerProcess } from './with-server-process.ts';

/** Milliseconds from the start of the process. */
export type ColdStart = { readonly live: number; readonly ready: number; readonly memory: number };

/** Starts a Node.js process, waits until it is healthy, and stops it. */
export const startCold = (
  argumentsOfNode: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ColdStart> =>
  withServerProcess(argumentsOfNode, environment, async ({ pid, started, until }) => {
    await until('live');
    const live = performance.now() - started;
    await until('ready');
    return { live, ready: performance.now() - started, memory: peakMemory(pid) };
  });

const bareServer = `require('node:http').createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`;

/** A bare Node.js HTTP server: the minimum cost of any program. */
export const startBare = (): Promise<ColdStart> => startCold(['-e', bareServer], {});
