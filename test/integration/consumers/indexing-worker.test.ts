import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { executeDecider, loadState } from '../../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../../commands/runtime/system-caller.ts';
import { createIndexingWorker } from '../../../consumers/indexing-worker/indexing-worker.ts';
import { type IndexingCommand, indexingJobDecider } from '../../../domain/indexing/indexing-job-decider.ts';
import { PREEMPTED } from '../../../domain/indexing/indexing-job-status.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import { openFileBlobStore } from '../../../infra/storage/blob-store/file-blob-store.ts';
import { createSealedBlobs } from '../../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { embedded } from '../../support/databases.ts';
import { documentNames } from '../../support/document-names.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { type LogHarness, openLogHarness } from '../../support/log-harness.ts';
import { noReadingMarks } from '../../support/no-reading-marks.ts';

let log: LogHarness;
let folder: string;

beforeEach(async () => {
  log = await openLogHarness(embedded);
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-indexing-'));
});
afterEach(async () => {
  await log.dispose();
  await rm(folder, { recursive: true, force: true });
});

it('a redelivered event preempts the older version again after that was resumed in between', async () => {
  const { eventStore, identity } = log;
  const content = Buffer.from('# Midazolam');
  const blobs = createSealedBlobs({
    blobs: await openFileBlobStore(folder),
    vault: createInMemoryKeyVault(),
  });
  const { sha256: contentHash } = await blobs.putBytes(content, 'document:guideline-midazolam');
  const away = (): Failure =>
    new Failure(failure('unavailable', 'The reader is away.', { component: 'reader', retryAfter: 1 }));
  const embedder = createLocalEmbedder();
  const services = { eventStore, identity, blobs, documentNames, phiDetector: patternDetector };
  const worker = createIndexingWorker({
    ...services,
    extractor: {
      maxBytes: () => 1_000_000,
      extract: async () => {
        throw away();
      },
    },
    textProcessor: {
      clean: async () => {
        throw away();
      },
      chunk: async () => {
        throw away();
      },
      describe: async () => {
        throw away();
      },
    },
    embedders: { configured: embedder, all: [embedder] },
    reader: 1,
    readingMarks: noReadingMarks,
    metrics: silentMetrics,
  });

  const add = async (version: number): Promise<RecordedEvent> => {
    const id = identity.newId();
    await eventStore.append(
      streamIdOf('document', 'guideline-midazolam'),
      [
        {
          id,
          type: documentVersionAdded.type,
          data: {
            docKey: 'guideline-midazolam',
            version,
            jobId: identity.newId(),
            contentHash,
            size: content.length,
            format: 'markdown',
            fileName: 'midazolam.md',
            metadata: { title: 'Midazolam', sourceType: 'guideline', containsPhi: false },
          },
          metadata: {
            correlationId: id,
            causationId: id,
            actor: { id: 'test', role: 'service' },
            phi: false,
            subject: 'document:guideline-midazolam',
          },
        },
      ],
      'any',
    );
    const { events } = await eventStore.readPage(0, 1000);
    const event = events.find((one) => one.id === id);
    if (!event) throw new Error('The event is not in the log.');
    return event;
  };
  const fence = { name: 'consumer:indexing-worker', fence: 1 };
  const delivery = {
    signal: new AbortController().signal,
    fence,
    attempt: 1,
    confirm: async () => {},
    progress: () => {},
    rest: () => {},
  };
  await log.database.query(
    `insert into coordination.leases (name, owner, fence, expires_at) values ($1, 'test', 1, 'infinity')`,
    [fence.name],
  );

  const older = await add(1);
  await expect(worker.handle(older, delivery)).rejects.toMatchObject({ reason: { component: 'reader' } });
  const newer = await add(2);
  await expect(worker.handle(newer, delivery)).rejects.toMatchObject({ reason: { component: 'reader' } });

  const { jobId } = documentVersionAdded.schema.parse(older.data);
  const streamId = streamIdOf('indexing', jobId);
  const decide = (command: IndexingCommand) =>
    executeDecider({
      decider: indexingJobDecider,
      streamId,
      commands: [command],
      context: systemContext(older, identity.newId(), 'test', fence),
      services,
      subject: 'document:guideline-midazolam',
      phi: false,
    });
  await decide({ type: 'RetryIndexing' });
  await decide({ type: 'StartIndexing' });
  await decide({
    type: 'RecordTextExtracted',
    blob: contentHash,
    pages: 1,
    characters: 11,
    unusualPages: [],
  });

  // Fails because of the reader, as before, and not because of different data under a used id.
  await expect(worker.handle(newer, delivery)).rejects.toMatchObject({ reason: { component: 'reader' } });
  const { state } = await loadState(services, indexingJobDecider, streamId);
  expect(state).toMatchObject({ status: 'FAILED', failure: { reason: PREEMPTED } });
});
