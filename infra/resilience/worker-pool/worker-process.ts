/**
 * Entry of a worker process: runs the program of a pool in a thread, and passes messages on. The thread may be busy for
 * minutes; this side stays free to measure it, and to end the process when its parent is gone.
 */
import { writeFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { transferable } from './packed-message.ts';
import type { FromWorkerProcess, ToWorkerProcess } from './process-messages.ts';
import { endByError, startThread, timeOfThread } from './thread-worker.ts';

// The parent ends this process when it should end: a Ctrl-C or the stop of a service reaches the whole group, and must
// not look like a crash at the current file.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

try {
  // When memory runs out, Linux ends the reader of a file rather than the server.
  writeFileSync('/proc/self/oom_score_adj', '800');
} catch {
  // Another system, or not permitted.
}

const say = (message: FromWorkerProcess): void => {
  process.send?.(message, undefined, undefined, () => {});
};

let worker: Worker | undefined;
const end = (message: FromWorkerProcess & { readonly kind: 'ended' }): void => {
  process.send?.(message, undefined, undefined, () => process.exit());
};

const start = ({ file, settings, heapMegabytes }: ToWorkerProcess & { readonly kind: 'start' }): void => {
  worker = startThread({ file: new URL(file), settings }, heapMegabytes);
  let isOver = false;
  worker.on('message', (message) => say({ kind: 'said', message }));
  worker.on('error', (error) => {
    isOver = true;
    end({ kind: 'ended', end: endByError(error) });
  });
  worker.on('exit', () => {
    if (!isOver) end({ kind: 'ended', end: { kind: 'crashed' } });
  });
};

process.on('message', async (message: ToWorkerProcess) => {
  switch (message.kind) {
    case 'start':
      start(message);
      return;
    case 'job':
      worker?.postMessage(message.packed, transferable(message.packed));
      return;
    case 'time':
      say({ kind: 'time', time: worker && (await timeOfThread(worker)) });
  }
});
