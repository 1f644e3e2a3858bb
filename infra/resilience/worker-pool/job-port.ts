import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { packMessage, transferable, unpackMessage } from './packed-message.ts';
import type { WorkerMessage } from './worker-message.ts';

/** The side of a worker's program: receives jobs, and answers them. */
export type JobPort<Job, Result> = {
  readonly onJob: (handle: (job: Job) => unknown) => void;
  readonly say: (message: WorkerMessage<Result>) => void;
};

/** Opens the port of a worker's program to its pool, from within its thread. */
export const openJobPort = <Job, Result>(): JobPort<Job, Result> => {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a worker thread.');
  /** Whether the modules that the first job loads are in the compile cache. */
  let isCached = false;
  return {
    onJob: (handle) => {
      port.on('message', (message) => handle(unpackMessage(message)));
    },
    say: (message) => {
      const sent = message.kind === 'done' ? packMessage(message) : message;
      port.postMessage(sent, transferable(sent));
      if (message.kind === 'progress' || isCached) return;
      // At its end it may be killed, and could not store what it has compiled any more.
      flushCompileCache();
      isCached = message.kind !== 'ready';
    },
  };
};
