import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { createReadingMarks } from '../../../infra/storage/reading-marks.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { embedded } from '../../support/databases.ts';
import { documentNames } from '../../support/document-names.ts';
import { collect } from '../../support/events.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

let log: LogHarness;
let folder: string;
const pools: WorkerPool<string, ExtractedDocument>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-harmful-'));
  log = await openLogHarness(embedded);
  await log.database.query(
    `insert into coordination.leases (name, owner, fence, expires_at) values ($1, 'test', 1, 'infinity')`,
    [fence.name],
  );
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

/** A worker as in a new process: it knows of the others only what is stored. */
const indexingWorker = (extract: (format: string) => Promise<ExtractedDocument>) => {
  const local = createLocalEmbedder();
  return createIndexingWorker({
    ...log,
    phiDetector: patternDetector,
    documentNames,
    blobs: { get: async () => new Uint8Array(1), keyFor: async () => new Uint8Array(32) } as never,
    extractor: { maxBytes: () => 1000, extract: (_content, format) => extract(format) },
    textProcessor: { clean: never, chunk: never, describe: never },
    embedders: { configured: local, all: [local] },
    reader: 1,
    readingMarks: createReadingMarks(log.database),
    metrics: silentMetrics,
  });
};

const outcomeOf = async (added: RecordedEvent) => {
  const { jobId } = documentVersionAdded.schema.parse(added.data);
  const events = await collect(log.eventStore.readStream(streamIdOf('indexing', jobId)));
  const causes = events.flatMap(({ type, data }) =>
    type === readingInterrupted.type ? [readingInterrupted.schema.parse(data).cause] : [],
  );
  return { causes, last: events.at(-1) };
};

it.each(['ends', 'stalls'] as const)(
  'a file that %s its reader thread twice, in two processes, is not read a third time',
  async (harm) => {
    const file = join(folder, `${harm}.mjs`);
    await writeFile(file, programs[harm]);
    let readings = 0;
    const startProcess = () => {
      const pool = createWorkerPool<string, ExtractedDocument>(
        { file: pathToFileURL(file), settings: undefined, component: 'reader' },
        { ...options, stallTimeout: harm === 'stalls' ? 300 : 600_000 },
      );
      pools.push(pool);
      return indexingWorker((format) => {
        readings += 1;
        return pool.run(format);
      });
    };
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
    const { causes, last } = await outcomeOf(added);
    // The first process stopped properly in between.
    expect(causes).toEqual(
      harm === 'ends' ? ['worker_ended', 'worker_ended'] : ['worker_stalled', 'worker_stalled'],
    );
    expect(last).toMatchObject({ type: 'IndexingFailed', data: { reason: 'harmful_file' } });
  },
);

describe('a process that reads a file', () => {
  let readings = 0;
  beforeEach(() => {
    readings = 0;
  });
  const startProcess = (extract: () => Promise<ExtractedDocument>) =>
    indexingWorker(() => {
      readings += 1;
      return extract();
    });
  const neverReturns = () => new Promise<never>(() => {});
  /** Like a process that ends abruptly in the middle of its work: nothing of it comes back. */
  const dieWhileReading = async (added: RecordedEvent): Promise<void> => {
    const before = readings;
    void startProcess(neverReturns).handle(added, delivery);
    await until('it reads', async () => readings > before);
  };

  it('and ends abruptly four times is not made to read it a fifth time, at whatever start', async () => {
    const added = await add('guideline-fatal');
    for (let death = 0; death < 4; death += 1) await dieWhileReading(added);
    for (let start = 0; start < 3; start += 1) await startProcess(neverReturns).handle(added, delivery);

    expect(readings).toBe(4);
    const { causes, last } = await outcomeOf(added);
    expect(causes).toEqual(Array.from({ length: 4 }, () => 'process_ended'));
    expect(last).toMatchObject({
      type: 'IndexingFailed',
      data: { stage: 'extract', reason: 'harmful_file', message: expect.stringContaining('ended abruptly') },
    });
  });

  it('and is stopped properly, however often, reads it again', async () => {
    const added = await add('guideline-innocent');
    for (let stop = 0; stop < 4; stop += 1) {
      const stopping = new AbortController();
      const stopped = once(stopping.signal, 'abort').then((): never => {
        throw new Error('Stopped.');
      });
      const handled = startProcess(() => stopped).handle(added, { ...delivery, signal: stopping.signal });
      await until('it reads', async () => readings > stop);
      stopping.abort();
      await expect(handled).rejects.toThrow();
    }
    await dieWhileReading(added);
    expect(readings).toBe(5);
    expect((await outcomeOf(added)).causes).toEqual([]);
  });
});
