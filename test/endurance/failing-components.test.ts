import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askQuery } from '../../commands/ask-query.ts';
import { createQueryOrchestrator } from '../../consumers/query-orchestrator/query-orchestrator.ts';
import type { Delivery } from '../../consumers/runner/delivery.ts';
import { createSourceSearch } from '../../consumers/source-search/search-sources.ts';
import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import { classifyIntent } from '../../domain/consultation/intent/classify-intent.ts';
import {
  modelCalled,
  queryAnswered,
  queryFailed,
  queryRouted,
} from '../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { effectiveSettings } from '../../domain/operations/consultation-settings.ts';
import { DEGRADED_MODE_WARNING } from '../../domain/operations/degraded-mode.ts';
import { isReadModelUnavailable, readModelUnavailable } from '../../followers/read-model-unavailable.ts';
import { patternDetector } from '../../infra/models/phi-detection/pattern-detector.ts';
import { createComponentMonitor } from '../../infra/resilience/create-component-monitor.ts';
import { createStreamGuard } from '../../infra/resilience/create-stream-guard.ts';
import { createInProcessComposer } from '../../infra/search/answer-composing/in-process-composer.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { openCommandRuntime } from '../support/command-runtime.ts';
import { fixedSearch } from '../support/fixed-search.ts';
import { plainOrchestratorServices } from '../support/orchestrator-services.ts';
import { emptyVocabulary } from '../support/vocabulary.ts';

/** The parts that can fail independently; `hangs` is a model that never responds. */
const switches = [
  'search',
  'dense',
  'rerank',
  'external',
  'phi',
  'intent',
  'cloud',
  'local hangs',
  'safety',
] as const;
type Switch = (typeof switches)[number];

const QUESTION = 'What is the dose of epinephrine for anaphylaxis?';
const PERSON = 'John Smith, MRN 00451239';
const WITH_PHI = `${QUESTION} It is for ${PERSON}.`;
const SUPPORTED = 'Epinephrine 0.01 mg/kg IM is given for anaphylaxis [1].';
const DEADLINE_MS = 30_000;

const down = (): never => {
  throw new Failure(failure('unavailable', 'It is down.', { details: { retryable: true } }));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

/** The orchestrator with some parts switched off. Time advances as soon as everything settles. */
const open = (off: ReadonlySet<Switch>, failAs: () => never = down) => {
  vi.setSystemTime(0);
  const clock = { now: () => new Date().toISOString(), elapsed: () => performance.now() };
  const monitor = createComponentMonitor({ clock, metrics: silentMetrics, logger: silentLogger });
  const { run, eventStore, identity } = openCommandRuntime();
  const left: string[] = [];

  const modelOf = (where: 'local' | 'cloud', isOff: boolean): LanguageModel => {
    const guard = createStreamGuard({
      component: where === 'local' ? 'local-model' : 'cloud-model',
      label: 'The model',
      bulkhead: { concurrent: 4, queued: 4 },
      health: monitor,
      firstPieceMs: 8000,
      betweenPiecesMs: 2000,
    });
    return {
      model: {
        name: where,
        where,
        leavesThePremises: where === 'cloud',
        contextTokens: 8192,
        usdPerMillionTokens: { prompt: 1, completion: 1 },
      },
      generate: (request, { signal }) =>
        guard(async function* () {
          if (where === 'cloud') left.push(JSON.stringify(request));
          if (isOff) await (where === 'local' ? new Promise<never>(() => {}) : down());
          yield { kind: 'text' as const, text: SUPPORTED };
          yield { kind: 'end' as const, finish: 'stop' as const };
        }, signal),
    };
  };
  const phiDetector = off.has('phi') ? { ...patternDetector, screen: async () => down() } : patternDetector;
  const orchestrator = createQueryOrchestrator({
    ...plainOrchestratorServices,
    eventStore,
    identity,
    clock,
    queryDeadline: DEADLINE_MS,
    vocabulary: emptyVocabulary,
    phiDetector,
    composer: createInProcessComposer(fixedSearch),
    health: monitor,
    search: {
      ...fixedSearch,
      search: async (request) => {
        if (off.has('search')) failAs();
        const outcome = await fixedSearch.search(request);
        const stage = (source: 'dense' | 'rerank') => ({
          source,
          outcome: off.has(source) ? ('failed' as const) : ('ok' as const),
          found: 1,
          milliseconds: 1,
        });
        return { ...outcome, sources: [...outcome.sources, stage('dense'), stage('rerank')] };
      },
    },
    sourceSearch: createSourceSearch({
      sources: [
        {
          name: 'pubmed',
          refuses: () => undefined,
          search: async ({ signal: _, ...asked }) => {
            left.push(JSON.stringify(asked));
            if (off.has('external')) down();
            return [
              {
                source: 'pubmed',
                id: '1',
                kind: 'review',
                title: 'Anaphylaxis',
                text: 'Epinephrine 0.01 mg/kg IM is the first treatment of anaphylaxis.',
              },
            ];
          },
        },
      ],
      phiDetector,
      vocabulary: emptyVocabulary,
      cache: createMemoryCache({}),
      keyOf: (text) => text,
      metrics: silentMetrics,
      maxParallel: 3,
      limit: 5,
    }),
    externalSources: ['pubmed'],
    settings: { current: () => effectiveSettings({}, {}) },
    languageModels: {
      cloud: modelOf('cloud', off.has('cloud')),
      local: modelOf('local', off.has('local hangs')),
    },
    classify: off.has('intent') ? down : classifyIntent,
    judge: off.has('safety') ? down : verifyAnswer,
  });

  const settle = async (work: Promise<unknown>): Promise<'done' | 'failed' | 'late'> => {
    let outcome: 'done' | 'failed' | undefined;
    work.then(
      () => {
        outcome = 'done';
      },
      () => {
        outcome = 'failed';
      },
    );
    while (outcome === undefined && Date.now() < 2 * DEADLINE_MS) await vi.advanceTimersByTimeAsync(250);
    return outcome ?? 'late';
  };
  /** Delivers like the runner: again after a pause, and parked in the end. */
  const deliver = async (event: RecordedEvent): Promise<void> => {
    const delivery = (attempt: number): Delivery => ({
      signal: new AbortController().signal,
      fence: { name: 'orchestrator', fence: 1 },
      attempt,
      confirm: async () => {},
      progress: () => {},
      rest: () => {},
    });
    for (let attempt = 1; attempt <= 3; ) {
      const handled = orchestrator.handle(event, delivery(attempt));
      if ((await settle(handled)) === 'done') return;
      // Counts like the runner.
      const isCounted = await handled.then(
        () => true,
        (error: unknown) => !isReadModelUnavailable(error),
      );
      if (isCounted) attempt += 1;
      await vi.advanceTimersByTimeAsync(1000);
    }
    await orchestrator.onParked?.(event, 'It was given up.', delivery(4));
  };
  const ask = async (question: string) => {
    const { outcome } = await run({
      definition: askQuery,
      input: askQuery.input.parse({ question, sourcesWanted: ['knowledge_base', 'pubmed'] }),
    });
    const event = eventStore.events.find(({ streamId }) => streamId === outcome.streamId);
    if (!event) throw new Error('The question is not in the log.');
    await deliver(event);
    const ofType = (type: string) =>
      eventStore.events.filter((one) => one.type === type).map(({ data }) => data);
    return {
      types: eventStore.events.map(({ type }) => type),
      took: Date.now(),
      routed: ofType('QueryRouted').map((data) => queryRouted.schema.parse(data))[0],
      calls: ofType('ModelCalled').map((data) => modelCalled.schema.parse(data)),
      answered: ofType('QueryAnswered').map((data) => queryAnswered.schema.parse(data))[0],
      failed: ofType('QueryFailed').map((data) => queryFailed.schema.parse(data))[0],
    };
  };
  return { ask, left, monitor };
};

type Outcome = Awaited<ReturnType<ReturnType<typeof open>['ask']>>;

/** The warnings required for failures that affect the answer. */
const expectedWarnings = (off: ReadonlySet<Switch>, hasPhi: boolean): readonly string[] => {
  const isAssumed = off.has('phi');
  const staysHere = hasPhi || isAssumed;
  const isWithoutModel = off.has('local hangs') && (staysHere || off.has('cloud'));
  return [
    ...(isAssumed ? [modelWarnings.notScreened] : []),
    ...(off.has('search')
      ? ['The knowledge base did not answer; this answer comes from sources outside alone.']
      : [
          ...(off.has('dense') ? ['The semantic search did not answer; the result may be incomplete.'] : []),
          ...(off.has('rerank')
            ? ['The results were not reranked; a better passage may be further down.']
            : []),
        ]),
    // When PHI could not be ruled out, nothing was sent to it at all.
    ...(off.has('external') && !isAssumed ? ['A search in PubMed failed; the answer does without it.'] : []),
    ...(isWithoutModel ? [modelWarnings.noneAnswered] : []),
    ...(!isWithoutModel && !staysHere && off.has('cloud') ? [modelWarnings.cloudFailed] : []),
  ];
};

const check = (
  off: ReadonlySet<Switch>,
  hasPhi: boolean,
  outcome: Outcome,
  left: readonly string[],
): void => {
  const { types, answered, failed, calls, routed, took } = outcome;
  const finals = types.filter((type) => type === 'QueryAnswered' || type === 'QueryFailed');
  expect(finals).toHaveLength(1);
  expect(finals).toEqual([types.at(-1)]);
  expect(took).toBeLessThanOrEqual(DEADLINE_MS);
  expect(calls.filter(({ where }) => where === 'cloud').length).toBeLessThanOrEqual(2);
  expect(left.join('\n')).not.toMatch(/Smith|00451239/);
  if (hasPhi || off.has('phi')) expect(calls.filter(({ where }) => where === 'cloud')).toEqual([]);
  if (off.has('intent')) expect(routed).toMatchObject({ intent: 'general', classifiedBy: 'failure' });

  const hasNothing = off.has('search') && (off.has('external') || off.has('phi'));
  const hasModel = !off.has('local hangs') || (!off.has('cloud') && !hasPhi && !off.has('phi'));
  if (hasNothing) expect(failed).toMatchObject({ component: 'search-index' });
  else {
    // Unchecked output is withheld: excerpts are the answer.
    const isBlocked = off.has('safety') && hasModel;
    if (isBlocked) expect(answered?.warnings).toContain(modelWarnings.blocked);
    expect(answered?.warnings).toEqual(expect.arrayContaining([...expectedWarnings(off, hasPhi)]));
    expect(answered?.citations.length).toBeGreaterThan(0);
    expect(answered?.model === 'extractive').toBe(!hasModel || isBlocked);
    expect(answered?.warnings.join(' ')).not.toMatch(/Smith|00451239/);
  }
};

const subsets: readonly (readonly Switch[])[] = Array.from({ length: 2 ** switches.length }, (_, bits) =>
  switches.filter((_one, index) => (bits >> index) % 2 === 1),
);

describe('any combination of failing components', () => {
  it.each([
    ['a question', QUESTION, false],
    ['a question with PHI', WITH_PHI, true],
  ])(
    'lets %s end once and in time, with the matching warnings, and leaks nothing about a person',
    async (_, question, hasPhi) => {
      for (const failing of subsets) {
        const off = new Set(failing);
        const { ask, left } = open(off);
        const outcome = await ask(question);
        try {
          check(off, hasPhi, outcome, left);
        } catch (error) {
          throw new Error(`With ${failing.join(', ') || 'nothing'} failing: ${String(error)}`, {
            cause: error,
          });
        }
      }
    },
    300_000,
  );
});

describe('before any node has built the search index', () => {
  const notBuilt = (): never => {
    throw new Failure(failure('timeout', 'It does not exist yet.', { details: readModelUnavailable }));
  };

  it('a question is retried until its time is up, and the caller learns why', async () => {
    const { ask } = open(new Set(['search', 'external']), notBuilt);
    const { failed, took } = await ask(QUESTION);
    expect(failed).toMatchObject({ component: 'search-index', reason: 'unavailable' });
    expect(failed?.message).toContain('no node has built the search index');
    expect(took).toBeLessThanOrEqual(DEADLINE_MS);
  });
});

describe('in degraded mode', () => {
  it('a question is answered with excerpts, the warning first, without calling a model', async () => {
    const { ask, monitor } = open(new Set());
    for (const component of ['cloud-model', 'knowledge-search'] as const)
      for (let times = 0; times < 5; times += 1) monitor.report(component, 'failed');
    const { answered, calls } = await ask(QUESTION);
    expect(answered).toMatchObject({ model: 'extractive', degraded: true });
    expect(answered?.warnings[0]).toBe(DEGRADED_MODE_WARNING);
    expect(answered?.citations.length).toBeGreaterThan(0);
    expect(calls).toEqual([]);
  });
});
