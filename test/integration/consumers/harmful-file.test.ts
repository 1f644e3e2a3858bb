import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexingWorker } from '../../../consumers/indexing-worker/indexing-worker.ts';
import { readingInterrupted } from '../../../domain/indexing/indexing-events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import {
  createWorkerPool,
  type WorkerPool,
} from '../../../infra/resilience/worker-pool/create-worker-pool.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { embedded } from '../../support/databases.ts';
import { documentNames } from '../../support/document-names.ts';
import { collect } from '../../support/events.ts';
import { type LogHarness, openLogHarness } from '../../support/log-harness.ts';

let log: LogHarness;
let folder: string;
const pools: WorkerPool<string, ExtractedDocument>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-harmful-'));
  log = await openLogHarness(embedded);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await log.dispose();
  await rm(folder, { recursive: true, force: true });
});

const never = (): never => {
  throw new Error('Not reached.');
};
const options = {
  workers: 1,
  maxWaiting: 4,
  totalTimeout: 600_000,
  retireAbove: 1e9,
  heapMegabytes: 64,
};
/** Threads that exit at the first job, or fall silent. */
const programs = {
  ends: "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => process.exit(3));\nparentPort.postMessage({ kind: 'ready' });\n",
  stalls:
    "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => { for (;;); });\nparentPort.postMessage({ kind: 'ready' });\n",
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

const add = async (docKey: string): Promise<RecordedEvent> => {
  const { eventStore, identity } = log;
  const id = identity.newId();
  await eventStore.append(
    streamIdOf('document', docKey),
    [
      {
        id,
        type: documentVersionAdded.type,
        data: {
          docKey,
          version: 1,
          jobId: identity.newId(),
          contentHash: 'a'.repeat(64),
          size: 1,
          format: 'text',
          fileName: 'a.txt',
          metadata: { sourceType: 'guideline', containsPhi: false },
        },
        metadata: {
          correlationId: id,
          causationId: id,
          actor: { id: 'test', role: 'service' },
          phi: false,
          subject: `document:${docKey}`,
        },
      },
    ],
    'no-stream',
  );
  const { events } = await eventStore.readPage(0, 1000);
  return events.find((one) => one.id === id) ?? never();
};

it.each(['ends', 'stalls'] as const)(
  'a file that %s its reader thread twice, in two processes, is not read a third time',
  async (harm) => {
    const file = join(folder, `${harm}.mjs`);
    await writeFile(file, programs[harm]);
    let readings = 0;
    /** Like a new process: its own threads, and empty caches. */
    const startProcess = () => {
      const pool = createWorkerPool<string, ExtractedDocument>(
        { file: pathToFileURL(file), settings: undefined, component: 'reader' },
        { ...options, stallTimeout: harm === 'stalls' ? 300 : 600_000 },
      );
      pools.push(pool);
      const local = createLocalEmbedder();
      return createIndexingWorker({
        ...log,
        phiDetector: patternDetector,
        documentNames,
        blobs: { get: async () => new Uint8Array(1), keyFor: async () => new Uint8Array(32) } as never,
        extractor: {
          maxBytes: () => 1000,
          extract: (_content, format) => {
            readings += 1;
            return pool.run(format);
          },
        },
        textProcessor: { clean: never, chunk: never, describe: never },
        embedders: { configured: local, all: [local] },
        reader: 1,
        metrics: silentMetrics,
      });
    };
    await log.database.query(
      `insert into coordination.leases (name, owner, fence, expires_at) values ($1, 'test', 1, 'infinity') on conflict do nothing`,
      [fence.name],
    );
    const added = await add(`guideline-${harm}`);
    const reason = harm === 'ends' ? 'extractor_crashed' : 'extraction_timeout';

    await expect(startProcess().handle(added, delivery)).rejects.toMatchObject({
      reason: { details: { reason } },
    });
    const second = startProcess();
    await second.handle(added, delivery);
    await second.handle(added, delivery);
    await startProcess().handle(added, delivery);

    expect(readings).toBe(2);
    const { jobId } = documentVersionAdded.schema.parse(added.data);
    const events = await collect(log.eventStore.readStream(streamIdOf('indexing', jobId)));
    const causes = events.flatMap(({ type, data }) =>
      type === readingInterrupted.type ? [readingInterrupted.schema.parse(data).cause] : [],
    );
    expect(causes).toEqual(
      harm === 'ends'
        ? ['worker_ended', 'process_ended', 'worker_ended']
        : ['worker_stalled', 'process_ended', 'worker_stalled'],
    );
    expect(events.at(-1)).toMatchObject({ type: 'IndexingFailed', data: { reason: 'harmful_file' } });
  },
);
