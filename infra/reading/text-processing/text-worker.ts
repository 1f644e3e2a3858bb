/**
 * Entry of a worker: cleans, chunks and describes texts, in a process of its own, so that whatever a file does to it, the
 * server goes on.
 */
import { randomInt } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { describeDocument } from '../../../domain/knowledge/describe-document.ts';
import { openJobPort } from '../../resilience/worker-pool/job-port.ts';
import { countCl100kTokens } from '../text-extraction/token-counter.ts';
import type { TextJob, TextResult } from './text-job.ts';

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

const { onJob, say } = openJobPort<TextJob, TextResult>();
onJob((job) => {
  say({ kind: 'done', result: work(job), memory: getHeapStatistics().total_heap_size });
});
say({ kind: 'ready' });
