/** Requests `/health/live` ten times a second, in a separate thread, and reports the slowest response. */
import { get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { url } = z.object({ url: z.string() }).parse(workerData);

const INTERVAL_MS = 100;
const STALL_MS = 1000;
/** Beyond this delay the machine was late, not the server. */
const OWN_DELAY_MS = 250;

const seen = { asked: 0, stalls: 0, slowest: 0, unsure: 0 };
let last = performance.now();
let delayed = 0;
setInterval(() => {
  const now = performance.now();
  delayed = Math.max(delayed, now - last - INTERVAL_MS);
  last = now;
}, INTERVAL_MS);

const ask = (): void => {
  const started = performance.now();
  delayed = 0;
  const done = (): void => {
    const took = performance.now() - started;
    seen.asked += 1;
    if (delayed > OWN_DELAY_MS) seen.unsure += 1;
    else {
      seen.slowest = Math.max(seen.slowest, took);
      if (took > STALL_MS) seen.stalls += 1;
    }
    setTimeout(ask, INTERVAL_MS);
  };
  get(`${url}/health/live`, (response) => response.resume().once('close', done)).once('error', done);
};
ask();
parentPort?.on('message', () => parentPort?.postMessage(seen));
