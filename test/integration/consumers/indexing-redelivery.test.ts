import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecider, loadState } from '../../../commands/runtime/execute-decider.ts';
import { createIndexingWorker } from '../../../consumers/indexing-worker/indexing-worker.ts';
import type { Delivery } from '../../../consumers/runner/delivery.ts';
import { type IndexingCommand, indexingJobDecider } from '../../../domain/indexing/indexing-job-decider.ts';
import { PREEMPTED } from '../../../domain/indexing/indexing-job-status.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { documentSubject } from '../../../domain/privacy/data-subject.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import { embedded } from '../../support/databases.ts';
import { documentNames } from '../../support/document-names.ts';
import { collect, metadata } from '../../support/events.ts';
import { type LogHarness, openLogHarness } from '../../support/log-harness.ts';
import { noReadingMarks } from '../../support/no-reading-marks.ts';

const docKey = 'guideline-ticks';
const never = () => Promise.reject(new Error('This is not reached.'));

describe('an event redelivered to the indexing worker', () => {
  let log: LogHarness;
  const stop = new AbortController();
  beforeEach(async () => {
    log = await openLogHarness(embedded);
  });
  afterEach(() => log.dispose());

  /** A worker with unreadable files: its jobs fail at their first stage. */
  const createWorker = () => {
    const local = createLocalEmbedder();
    return createIndexingWorker(
      {
        ...log,
        readingMarks: noReadingMarks,
        phiDetector: patternDetector,
        documentNames,
        blobs: {
          put: never,
          putBytes: never,
          get: async () => new Uint8Array(),
          keyFor: async () => new Uint8Array(32),
          keep: never,
        } as never,
        extractor: {
          maxBytes: () => 1_000_000,
          extract: async () => {
            throw new Failure(
              failure('rule_violated', 'It cannot be read.', { details: { reason: 'broken' } }),
            );
          },
        },
        textProcessor: { clean: never, chunk: never, close: never } as never,
        embedders: { configured: local, all: [local] },
        reader: 1,
      },
      2,
    );
  };
  const addVersion = async (version: number): Promise<{ jobId: string; event: RecordedEvent }> => {
    const jobId = randomUUID();
    const data = {
      docKey,
      version,
      jobId,
      contentHash: 'a'.repeat(64),
      size: 10,
      format: 'text',
      fileName: 'ticks.txt',
      metadata: { sourceType: 'guideline', specialty: [], containsPhi: false },
    };
    const event = {
      id: log.identity.newId(),
      type: 'DocumentVersionAdded',
      data,
      metadata: metadata({ subject: documentSubject(docKey) }),
    };
    await log.eventStore.append(streamIdOf('document', docKey), [event], 'any');
    const [recorded] = (await collect(log.eventStore.readStream(streamIdOf('document', docKey)))).slice(-1);
    if (!recorded) throw new Error('The version was not added.');
    return { jobId, event: recorded };
  };
  const command = (jobId: string, given: IndexingCommand) =>
    executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', jobId),
      commands: [given],
      context: {
        actor: { id: 'admin', role: 'admin' },
        commandId: log.identity.newId(),
        correlationId: 'test',
      },
      services: log,
      subject: documentSubject(docKey),
    });
  const stateOf = async (jobId: string) =>
    (await loadState(log, indexingJobDecider, streamIdOf('indexing', jobId))).state;

  it('stops an older job and fails its own, even after both were retried in between', async () => {
    const older = await addVersion(1);
    const newer = await addVersion(2);
    await command(older.jobId, {
      type: 'RequestIndexing',
      jobId: older.jobId,
      docKey,
      version: 1,
      contentHash: 'a'.repeat(64),
    });
    const lease = await log.leases.acquire('consumer:indexing-worker', stop.signal);
    if (!lease) throw new Error('The lease is not free.');
    const delivery: Delivery = {
      signal: stop.signal,
      fence: lease,
      attempt: 1,
      confirm: lease.confirm,
      progress: () => {},
      rest: () => {},
    };
    const worker = createWorker();
    const ended = async () => ({ older: await stateOf(older.jobId), newer: await stateOf(newer.jobId) });
    const bothFailed = {
      older: { status: 'FAILED', failure: { reason: PREEMPTED } },
      newer: { status: 'FAILED', failure: { reason: 'broken' } },
    };

    await worker.handle(newer.event, delivery);
    expect(await ended()).toMatchObject(bothFailed);
    // A crash before the checkpoint: the event is redelivered after a person has retried both jobs.
    for (const { jobId } of [older, newer]) await command(jobId, { type: 'RetryIndexing' });
    expect(await ended()).toMatchObject({ older: { status: 'PENDING' }, newer: { status: 'PENDING' } });
    await worker.handle(newer.event, delivery);
    expect(await ended()).toMatchObject(bothFailed);
    await lease.release();
  });
});
