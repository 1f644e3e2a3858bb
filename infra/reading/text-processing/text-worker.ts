/** Entry of a worker thread: cleans, chunks and describes texts, so that the server's event loop stays free. */
import { randomInt } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { describeDocument } from '../../../domain/knowledge/describe-document.ts';
import type { WorkerMessage } from '../../resilience/worker-pool/worker-message.ts';
import { countCl100kTokens } from '../text-extraction/token-counter.ts';
import type { TextJob, TextResult } from './text-job.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

const work = (job: TextJob): TextResult => {
  switch (job.kind) {
    case 'clean':
      return { kind: 'clean', document: cleanPages(job.pages, randomInt(2 ** 31)) };
    case 'chunk':
      return { kind: 'chunk', chunks: chunkDocument(job.document, policies[job.policy], countCl100kTokens) };
    case 'describe':
      return { kind: 'describe', described: describeDocument(job.document) };
  }
};

const say = (message: WorkerMessage<TextResult>): void => port.postMessage(message);

port.on('message', (job: TextJob) => {
  say({ kind: 'done', result: work(job), memory: getHeapStatistics().total_heap_size });
});
say({ kind: 'ready' });
