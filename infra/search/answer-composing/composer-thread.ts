/** Worker-thread entry point: composes answers from the documents sent to it, off the server's event loop. */
import { parentPort } from 'node:worker_threads';
import { composeExtractiveAnswer } from '../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { WorkerMessage } from '../../resilience/worker-pool/worker-message.ts';
import type { ComposerJob, ComposerResult, DocumentId } from './composer-job.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

type HeldDocument = {
  readonly passages: readonly Passage[];
  readonly byId: ReadonlyMap<string, Passage>;
};

const held = new Map<DocumentId, HeldDocument>();

const compose = (job: Extract<ComposerJob, { kind: 'compose' }>): ComposerResult => {
  const { interpretation, results, limit, clinicalContext, add, drop } = job;
  for (const id of drop) held.delete(id);
  for (const { id, passages } of add)
    held.set(id, { passages, byId: new Map(passages.map((passage) => [passage.chunkId, passage])) });
  const sources = results.flatMap(({ chunkId, document, stray, ...rest }) => {
    const passage = stray ?? held.get(document)?.byId.get(chunkId);
    return passage === undefined ? [] : [{ ...rest, passage }];
  });
  if (sources.length < results.length) return { kind: 'missing' };
  const { answer, citations, warnings } = composeExtractiveAnswer(interpretation, sources, {
    limit,
    wholeDocument: (docKey, version) => held.get(`${docKey}@${version}`)?.passages ?? [],
    context: clinicalContext,
  });
  return {
    kind: 'composed',
    answer,
    warnings,
    citations: citations.map(({ n, passage, parts, excerpt, score }) => ({
      n,
      chunkId: passage.chunkId,
      parts: parts.map(({ passage: { chunkId }, ...part }) => ({ chunkId, ...part })),
      excerpt,
      score,
    })),
  };
};

const say = (message: WorkerMessage<ComposerResult>): void => port.postMessage(message);

port.on('message', (job: ComposerJob) => {
  if (job.kind === 'forget') held.clear();
  say({ kind: 'done', result: job.kind === 'forget' ? { kind: 'forgotten' } : compose(job), memory: 0 });
});
say({ kind: 'ready' });
