import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chunksCreated,
  type IndexingEvent,
  indexingCompleted,
} from '../../../../domain/indexing/indexing-events.ts';
import {
  type IndexingCommand,
  type IndexingJobState,
  indexingJobDecider,
  nextStage,
} from '../../../../domain/indexing/indexing-job-decider.ts';
import {
  canTransition,
  indexingJobStatuses,
  indexingTransitions,
} from '../../../../domain/indexing/indexing-job-status.ts';
import { compileSensitivePaths, mapSensitive } from '../../../../domain/privacy/sensitive-paths.ts';
import { given } from '../../../support/given.ts';

const hash = (digit: string) => digit.repeat(64);
const identity = { jobId: '00000000-0000-7000-8000-000000000001', docKey: 'protocol-1211', version: 1 };
const newerJob = '00000000-0000-7000-8000-000000000002';

const extract = { blob: hash('1'), pages: 3, characters: 900, unusualPages: [] };
const clean = { blob: hash('2'), characters: 800 };
const chunk = {
  blob: hash('3'),
  chunkCount: 10,
  policy: 'protocol',
  title: 'Allergy',
  protocolNumber: '1219',
};
const embed = { blob: hash('4'), model: 'local', dimensions: 384, chunkCount: 10, cost: 0 };
const reembed = { blob: hash('7'), model: 'other', dimensions: 8, chunkCount: 10, cost: 0 };
const failure = { stage: 'extract', reason: 'unreadable', message: 'The file is damaged.' } as const;

const requested: IndexingEvent = { type: 'IndexingRequested', data: { ...identity, contentHash: hash('a') } };
const started = (attempt = 1): IndexingEvent => ({ type: 'IndexingStarted', data: { ...identity, attempt } });
const extracted: IndexingEvent = { type: 'TextExtracted', data: { ...identity, ...extract } };
const cleaned: IndexingEvent = { type: 'TextCleaned', data: { ...identity, ...clean } };
const chunked: IndexingEvent = { type: 'ChunksCreated', data: { ...identity, ...chunk } };
const embedded = (over: Partial<typeof embed> & { firstChunk?: number } = {}): IndexingEvent => ({
  type: 'ChunksEmbedded',
  data: { ...identity, ...embed, ...over },
});
const completed: IndexingEvent = {
  type: 'IndexingCompleted',
  data: {
    ...identity,
    title: 'Allergy',
    protocolNumber: '1219',
    pages: 3,
    chunkCount: 10,
    chunksBlob: hash('3'),
    embeddingsBlob: hash('4'),
    model: 'local',
    dimensions: 384,
  },
};
const failed: IndexingEvent = { type: 'IndexingFailed', data: { ...identity, ...failure } };
const retried = (retryCount: number): IndexingEvent => ({
  type: 'IndexingRetried',
  data: { ...identity, retryCount },
});
const reembedded: IndexingEvent = { type: 'ChunksReembedded', data: { ...identity, ...reembed } };
const superseded: IndexingEvent = {
  type: 'IndexingSuperseded',
  data: { ...identity, byJobId: newerJob, byVersion: 2 },
};
const cancelled = (stage: 'extract' | 'embed'): IndexingEvent => ({
  type: 'IndexingFailed',
  data: { ...identity, stage, reason: 'cancelled', message: 'The job was cancelled.' },
});
const overtaken = (stage: 'extract' | 'chunk'): IndexingEvent => ({
  type: 'IndexingFailed',
  data: { ...identity, stage, reason: 'superseded', message: 'Version 2 of the document takes its place.' },
});

const commands = {
  request: { type: 'RequestIndexing', ...identity, contentHash: hash('a') },
  start: { type: 'StartIndexing' },
  extract: { type: 'RecordTextExtracted', ...extract },
  clean: { type: 'RecordTextCleaned', ...clean },
  chunk: { type: 'RecordChunksCreated', ...chunk },
  embed: { type: 'RecordChunksEmbedded', ...embed },
  reembed: { type: 'RecordChunksReembedded', ...reembed },
  complete: { type: 'CompleteIndexing' },
  fail: { type: 'FailIndexing', ...failure },
  retry: { type: 'RetryIndexing' },
  cancel: { type: 'CancelIndexing' },
  supersede: { type: 'SupersedeIndexing', byJobId: newerJob, byVersion: 2 },
} as const satisfies Record<string, IndexingCommand>;

const pending = [requested];
const running = [requested, started()];
const atChunk = [...running, extracted, cleaned];
const allEmbedded = [...atChunk, chunked, embedded()];
const done = [...allEmbedded, completed];
const broken = [...running, failed];
const gone = [...done, superseded];

const onJob = (history: readonly IndexingEvent[]) => given(indexingJobDecider, ...history);

describe('a version that must not reach a model', () => {
  const screen = { rules: 'patients-2', passages: 4, passagesWithPhi: 1, kinds: ['name' as const] };
  const cloud = { model: 'cloud', dimensions: 3072 };
  const withheld: IndexingEvent = {
    type: 'EmbeddingWithheld',
    data: { ...identity, ...cloud, reason: 'screened', phiScreen: screen },
  };
  const withhold = {
    type: 'RecordEmbeddingWithheld',
    ...cloud,
    reason: 'screened',
    phiScreen: screen,
  } as const;
  const screened: IndexingEvent = {
    type: 'ChunksCreated',
    data: { ...identity, ...chunk, phiScreen: screen },
  };

  test('is marked as withheld from models, once, during indexing and afterwards', () => {
    onJob([...atChunk, chunked])
      .when(withhold)
      .thenEvents(withheld)
      .when(withhold)
      .thenNothing();
    onJob(done).when(withhold).thenEvents(withheld);
    onJob(gone).when(withhold).thenEvents(withheld);
    onJob(pending).when(withhold).thenRefused('rule_violated');
    onJob(broken).when(withhold).thenRefused('rule_violated');
  });

  test('completes with the vectors of a fallback model, naming the replaced model and the finding of the screen', () => {
    const instead = { ...commands.embed, withheldFrom: cloud };
    onJob([...atChunk, screened, withheld])
      .when(instead)
      .thenEvents({ type: 'ChunksEmbedded', data: { ...identity, ...embed, withheldFrom: cloud } })
      .when(commands.complete)
      .thenEvents({ ...completed, data: { ...completed.data, phiScreen: screen, withheldFrom: cloud } });
  });

  test('records no replacement when it was embedded with the model in use in the end', () => {
    onJob([...atChunk, chunked, withheld, embedded()])
      .when(commands.complete)
      .thenEvents(completed);
  });
});

describe('metadata declared by a document', () => {
  const found = { authors: ['Jane Doe'], doi: '10.1000/182', agency: 'Example County' };
  const history = (chunks: IndexingEvent) => [...atChunk, chunks, embedded()];

  test('is part of the event that completes its indexing', () => {
    onJob(atChunk)
      .when({ ...commands.chunk, found })
      .thenEvents({ type: 'ChunksCreated', data: { ...identity, ...chunk, found } });
    onJob(history({ type: 'ChunksCreated', data: { ...identity, ...chunk, found } }))
      .when(commands.complete)
      .thenEvents({ ...completed, data: { ...completed.data, found } });
  });

  test('may be missing, as in older events', () => {
    onJob(history(chunked)).when(commands.complete).thenEvents(completed);
    expect(indexingCompleted.schema.parse(completed.data)).toEqual(completed.data);
  });

  test.each([chunksCreated, indexingCompleted])(
    'is sealed in $type, since it may name a patient',
    ({ schema }) => {
      const data =
        schema === indexingCompleted.schema ? { ...completed.data, found } : { ...identity, ...chunk, found };
      const paths = compileSensitivePaths(schema);
      const sealed = paths && mapSensitive(paths, schema.parse(data), () => 'sealed');
      expect(sealed).toMatchObject({ found: 'sealed', title: 'sealed' });
    },
  );
});

describe('a job that does not exist', () => {
  test('is requested', () => {
    onJob([]).when(commands.request).thenEvents(requested);
  });

  const { request: _, ...others } = commands;
  test.each(Object.values(others))('refuses $type', (command) => {
    onJob([]).when(command).thenRefused('not_found');
  });

  test('ignores events before its request', () => {
    expect(onJob([started()]).state()).toEqual({ status: 'NONE' });
  });
});

describe('a PENDING job', () => {
  test('is not requested twice', () => {
    onJob(pending).when(commands.request).thenNothing();
  });

  test('does not become the job of another version', () => {
    onJob(pending)
      .when({ ...commands.request, version: 2 })
      .thenRefused('conflict');
    onJob(pending)
      .when({ ...commands.request, docKey: 'protocol-1' })
      .thenRefused('conflict');
  });

  test('is started', () => {
    onJob(pending).when(commands.start).thenEvents(started(1));
  });

  test('can fail before it is started', () => {
    onJob(pending).when(commands.fail).thenEvents(failed);
  });

  test('is cancelled at its first stage', () => {
    onJob(pending).when(commands.cancel).thenEvents(cancelled('extract'));
  });

  test('fails as superseded before it is superseded', () => {
    onJob(pending).when(commands.supersede).thenEvents(overtaken('extract'), superseded);
  });

  test.each([
    commands.extract,
    commands.clean,
    commands.chunk,
    commands.embed,
    commands.complete,
    commands.retry,
  ])('refuses $type', (command) => {
    onJob(pending)
      .when(command)
      .thenRefused('rule_violated', /PENDING/);
  });
});

describe('a RUNNING job', () => {
  test('resumes after a crash without an event', () => {
    onJob(atChunk).when(commands.start).thenNothing();
  });

  test('goes through its stages in order to COMPLETED', () => {
    onJob(running)
      .when(commands.extract)
      .thenEvents(extracted)
      .when(commands.clean)
      .thenEvents(cleaned)
      .when(commands.chunk)
      .thenEvents(chunked)
      .when(commands.embed)
      .thenEvents(embedded())
      .when(commands.complete)
      .thenEvents(completed);
  });

  const stages = [commands.extract, commands.clean, commands.chunk, commands.embed];
  const histories = [running, [...running, extracted], atChunk, [...atChunk, chunked], allEmbedded];
  test.each(histories.map((history, finished) => ({ history, finished })))(
    'after $finished finished stages ignores repeats of those and refuses stages out of order',
    ({ history, finished }) => {
      stages.forEach((command, index) => {
        if (index < finished) onJob(history).when(command).thenNothing();
        if (index > finished)
          onJob(history)
            .when(command)
            .thenRefused('rule_violated', /out of order/);
      });
      if (finished < stages.length)
        onJob(history)
          .when(commands.complete)
          .thenRefused('rule_violated', /not finished/);
    },
  );

  test('records embedding progress, each step once, and finishes with the last chunk', () => {
    const half = onJob([...atChunk, chunked])
      .when({ ...commands.embed, chunkCount: 4 })
      .thenEvents(embedded({ chunkCount: 4 }));
    half.when({ ...commands.embed, chunkCount: 4 }).thenNothing();
    half.when({ ...commands.embed, chunkCount: 3 }).thenNothing();
    half.when(commands.complete).thenRefused('rule_violated', /"embed"/);
    half.when(commands.embed).thenEvents(embedded()).when(commands.complete).thenEvents(completed);
  });

  test('accepts embedded chunks batch by batch, and the last batch with all vectors', () => {
    const second = { ...commands.embed, blob: hash('5'), firstChunk: 4, chunkCount: 8 };
    const half = onJob([...atChunk, chunked, embedded({ chunkCount: 4 })]);
    half.when({ ...second, firstChunk: 3 }).thenRefused('rule_violated', /where the previous ones ended/);
    half.when({ ...second, model: 'other' }).thenRefused('rule_violated', /where the previous ones ended/);
    half.when({ ...second, chunkCount: 10 }).thenRefused('rule_violated', /all vectors/);
    const most = half.when(second).thenEvents(embedded({ blob: hash('5'), firstChunk: 4, chunkCount: 8 }));
    expect(most.state()).toMatchObject({
      stages: { embed: { parts: [hash('4'), hash('5')], chunkCount: 8 } },
    });
    most
      .when({ ...commands.embed, blob: hash('6') })
      .thenEvents(embedded({ blob: hash('6') }))
      .when(commands.complete)
      .thenEvents({ ...completed, data: { ...completed.data, embeddingsBlob: hash('6') } });
  });

  test('is cancelled at the stage it had reached, and can be retried from there', () => {
    onJob([...atChunk, chunked])
      .when(commands.cancel)
      .thenEvents(cancelled('embed'))
      .when(commands.cancel)
      .thenNothing()
      .when(commands.retry)
      .thenEvents(retried(0))
      .when(commands.start)
      .thenEvents(started(1))
      .when(commands.embed)
      .thenEvents(embedded());
  });

  test('restarts embedding when the model has changed in between', () => {
    onJob([...atChunk, chunked, embedded({ chunkCount: 4 })])
      .when({ ...commands.embed, model: 'other', chunkCount: 2 })
      .thenEvents(embedded({ model: 'other', chunkCount: 2 }));
  });

  test('refuses more embedded chunks than exist', () => {
    onJob([...atChunk, chunked])
      .when({ ...commands.embed, chunkCount: 11 })
      .thenRefused('rule_violated', /More chunks/);
  });

  test('fails', () => {
    onJob(running).when(commands.fail).thenEvents(failed);
  });

  test('fails as superseded at the stage it had reached before it is superseded', () => {
    onJob(atChunk).when(commands.supersede).thenEvents(overtaken('chunk'), superseded);
  });

  test('is not retried', () => {
    onJob(running)
      .when(commands.retry)
      .thenRefused('rule_violated', /RUNNING/);
  });
});

describe('a COMPLETED job', () => {
  test.each([
    commands.complete,
    commands.extract,
    commands.clean,
    commands.chunk,
    commands.embed,
    commands.request,
  ])('ignores a repeated $type', (command) => {
    onJob(done).when(command).thenNothing();
  });

  test.each([commands.start, commands.fail, commands.retry, commands.cancel])('refuses $type', (command) => {
    onJob(done)
      .when(command)
      .thenRefused('rule_violated', /COMPLETED/);
  });

  test('is also embedded with other models, once each and completely', () => {
    onJob(done).when(commands.reembed).thenEvents(reembedded).when(commands.reembed).thenNothing();
    onJob(gone).when(commands.reembed).thenEvents(reembedded);
    onJob(done)
      .when({ ...commands.reembed, chunkCount: 9 })
      .thenRefused('rule_violated', /Not all/);
    onJob(allEmbedded)
      .when(commands.reembed)
      .thenRefused('rule_violated', /RUNNING/);
  });

  test('is superseded by a newer version only', () => {
    onJob(done).when(commands.supersede).thenEvents(superseded);
    onJob(done)
      .when({ ...commands.supersede, byVersion: 1 })
      .thenRefused('rule_violated', /newer/);
  });
});

describe('a FAILED job', () => {
  test('is retried at most three times, and each attempt is counted', () => {
    onJob(broken)
      .when(commands.retry)
      .thenEvents(retried(1))
      .when(commands.start)
      .thenEvents(started(2))
      .when(commands.fail)
      .thenEvents(failed)
      .when(commands.retry)
      .thenEvents(retried(2))
      .when(commands.fail)
      .thenEvents(failed)
      .when(commands.retry)
      .thenEvents(retried(3))
      .when(commands.start)
      .thenEvents(started(4))
      .when(commands.fail)
      .thenEvents(failed)
      .when(commands.retry)
      .thenRefused('rule_violated', /limit of 3 retries/);
  });

  test('can be resumed after any number of deliberate stops, which do not count as retries', () => {
    const tired = [...running, failed, retried(3), started(4)];
    onJob(tired)
      .when(commands.cancel)
      .thenEvents(cancelled('extract'))
      .when(commands.retry)
      .thenEvents(retried(3));
    onJob(tired)
      .when({
        type: 'FailIndexing',
        stage: 'extract',
        reason: 'superseded',
        message: 'Version 2 of the document takes its place.',
      })
      .thenEvents(overtaken('extract'))
      .when(commands.retry)
      .thenEvents(retried(3))
      .when(commands.start)
      .thenEvents(started(4))
      .when(commands.fail)
      .thenEvents(failed)
      .when(commands.retry)
      .thenRefused('rule_violated', /limit of 3 retries/);
  });

  test('is superseded when the newer version that overtook it completes', () => {
    onJob([...running, overtaken('extract')])
      .when(commands.supersede)
      .thenEvents(superseded);
  });

  test('keeps the results of finished stages for the next attempt', () => {
    const again = onJob([...atChunk, failed, retried(1)])
      .when(commands.start)
      .thenEvents(started(2));
    again.when(commands.extract).thenNothing();
    again.when(commands.chunk).thenEvents(chunked);
    expect(again.state()).toMatchObject({
      status: 'RUNNING',
      retryCount: 1,
      stages: { extract: { blob: hash('1'), pages: 3 }, clean: { blob: hash('2') } },
    });
  });

  test('shows why it failed until it is retried', () => {
    expect(onJob(broken).state()).toMatchObject({ status: 'FAILED', failure });
    expect(onJob([...broken, retried(1)]).state()).not.toHaveProperty('failure');
  });

  test('is not processed, and is not reported as cancelled', () => {
    onJob([...atChunk, chunked, cancelled('embed')])
      .when(commands.embed)
      .thenRefused('rule_violated', /FAILED/);
    onJob(broken)
      .when(commands.cancel)
      .thenRefused('rule_violated', /FAILED/);
  });

  test('does not fail twice', () => {
    onJob(broken).when(commands.fail).thenNothing();
  });

  test('is superseded', () => {
    onJob(broken).when(commands.supersede).thenEvents(superseded);
  });

  test.each([commands.start, commands.extract, commands.complete])('refuses $type', (command) => {
    onJob(broken)
      .when(command)
      .thenRefused('rule_violated', /FAILED/);
  });
});

describe('a SUPERSEDED job', () => {
  test('is not superseded twice and names its successor', () => {
    onJob(gone).when(commands.supersede).thenNothing();
    expect(onJob(gone).state()).toMatchObject({
      status: 'SUPERSEDED',
      supersededBy: { jobId: newerJob, version: 2 },
    });
  });

  test.each([commands.start, commands.complete, commands.fail, commands.retry, commands.cancel])(
    'refuses $type',
    (command) => {
      onJob(gone)
        .when(command)
        .thenRefused('rule_violated', /SUPERSEDED/);
    },
  );
});

describe('the stage from which a worker resumes', () => {
  test.each([
    [running, 'extract'],
    [[...running, extracted], 'clean'],
    [atChunk, 'chunk'],
    [[...atChunk, chunked], 'embed'],
    [[...atChunk, chunked, embedded({ chunkCount: 9 })], 'embed'],
    [allEmbedded, 'publish'],
  ] as const)('is the first stage without a result', (history, stage) => {
    const state = onJob(history).state();
    expect(state.status === 'NONE' ? undefined : nextStage(state.stages)).toBe(stage);
  });
});

describe('the table of transitions', () => {
  test('matches the specification', () => {
    expect(indexingTransitions).toEqual({
      PENDING: ['RUNNING', 'FAILED'],
      RUNNING: ['COMPLETED', 'FAILED'],
      COMPLETED: ['SUPERSEDED'],
      FAILED: ['PENDING', 'SUPERSEDED'],
      SUPERSEDED: [],
    });
    expect(Object.keys(indexingTransitions)).toEqual([...indexingJobStatuses]);
  });

  test('holds for any commands in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(commands)), { maxLength: 60 }), (arriving) => {
        let state: IndexingJobState = indexingJobDecider.initialState;
        for (const command of arriving) {
          const decision = indexingJobDecider.decide(command, state);
          for (const event of decision.ok ? decision.value : []) {
            const next = indexingJobDecider.evolve(state, event);
            if (state.status === 'NONE') expect(next.status).toBe('PENDING');
            else if (next.status !== state.status && next.status !== 'NONE') {
              expect(canTransition(state.status, next.status)).toBe(true);
            }
            state = next;
          }
        }
      }),
    );
  });

  test('makes every command idempotent', () => {
    const { retry: _, ...repeatable } = commands;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(commands)), { maxLength: 30 }), (arriving) => {
        let state: IndexingJobState = indexingJobDecider.initialState;
        for (const command of arriving) {
          const decision = indexingJobDecider.decide(command, state);
          if (decision.ok) state = decision.value.reduce(indexingJobDecider.evolve, state);
          if (!decision.ok || !(Object.values(repeatable) as IndexingCommand[]).includes(command)) continue;
          expect(indexingJobDecider.decide(command, state)).toEqual({ ok: true, value: [] });
        }
      }),
    );
  });
});

describe('the reader version of an indexed document', () => {
  const by = (event: IndexingEvent, reader: number): IndexingEvent =>
    event.type === 'TextExtracted'
      ? { ...event, data: { ...event.data, reader } }
      : event.type === 'ChunksCreated'
        ? { ...event, data: { ...event.data, reader } }
        : event;
  const readBy = (reading: number, cutting: number) => [
    ...running,
    by(extracted, reading),
    cleaned,
    by(chunked, cutting),
    embedded(),
  ];

  test('is reported on completion: the older one after an upgrade in between, none when unknown', () => {
    const reportedReader = (history: readonly IndexingEvent[]) => {
      const decided = indexingJobDecider.decide(commands.complete, onJob(history).state());
      const [event] = decided.ok ? decided.value : [];
      return event?.type === 'IndexingCompleted' ? event.data.reader : 'not completed';
    };
    expect(reportedReader(readBy(2, 2))).toBe(2);
    expect(reportedReader(readBy(1, 2))).toBe(1);
    expect(reportedReader([...running, extracted, cleaned, by(chunked, 2), embedded()])).toBeUndefined();
    expect(reportedReader(allEmbedded)).toBeUndefined();
  });
});
