import { describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { ToolCallCommand } from '../../../../domain/tools/tool-call-decider.ts';
import { patternDetector } from '../../../../infra/models/phi-detection/pattern-detector.ts';
import { subjectErased } from '../../../../infra/storage/event-serialization/subject-erased.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import type { ToolContext } from '../../../../ports/tool.ts';
import { type Found, sendingOffPremises, testTool, toBeConfirmed } from '../../../support/test-tool.ts';
import { openToolCalls, testDelivery } from '../../../support/tool-calls.ts';

const found: Found = { found: 'something', total_count: 1 };
const NOW = new Date(0).toISOString();
const yes: ToolCallCommand = { type: 'ConfirmTool', by: 'dora', approved: true, now: NOW };

/** Work that never ends, even when aborted. */
const forever = (): Promise<never> => new Promise(() => {});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

describe('the tool executor', () => {
  it('records the start before it calls a tool, and the result after', async () => {
    const seen: string[][] = [];
    const tool = testTool({}, async (_, context) => {
      seen.push([...calls.eventStore.events.map(({ type }) => type)]);
      expect(context.user).toBe('dora');
      return found;
    });
    const calls = openToolCalls([tool]);
    const { deliver, types, last } = await calls.call('look_up', { query: 'asthma' });
    await deliver();
    expect(seen).toEqual([['ToolCallRequested', 'ToolStarted']]);
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolSucceeded']);
    expect(last('ToolSucceeded')).toMatchObject({ result: found, citations: [], phi: false });
  });

  describe('with a fresh call that may be repeated and reaches nothing outside', () => {
    const appendsOf = (tool: Parameters<typeof openToolCalls>[0][number]) => {
      const appends: string[][] = [];
      const calls = openToolCalls([tool], {
        pickedUpAfter: 10,
        wrapLog: (eventStore) => ({
          ...eventStore,
          append: async (...append) => {
            appends.push(append[1].map(({ type }) => type));
            return eventStore.append(...append);
          },
        }),
      });
      return { ...calls, appends };
    };

    it('appends the start together with the result', async () => {
      const { call, appends } = appendsOf(testTool());
      const { deliver, types } = await call('look_up', { query: 'asthma' });
      await deliver();
      expect(appends).toEqual([['ToolStarted', 'ToolSucceeded']]);
      expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolSucceeded']);
    });

    it('appends the start alone once the tool takes long', async () => {
      const ended = Promise.withResolvers<Found>();
      const { call, appends, eventStore } = appendsOf(testTool({}, () => ended.promise));
      const { deliver } = await call('look_up', { query: 'asthma' });
      const delivered = deliver();
      for await (const { type } of eventStore.subscribeStream(
        eventStore.events[0]?.streamId ?? 'tool_call-none',
        0,
        new AbortController().signal,
      ))
        if (type === 'ToolStarted') break;
      ended.resolve(found);
      await delivered;
      expect(appends).toEqual([['ToolStarted'], ['ToolSucceeded']]);
    });

    it.each([
      ['sends outside', testTool(sendingOffPremises('refuse'))],
      ['must not be repeated', testTool({ afterCrash: 'unknown' })],
    ])('appends the start first for a tool that %s', async (_, tool) => {
      const { call, appends } = appendsOf(tool);
      const { deliver } = await call('look_up', { query: 'asthma' });
      await deliver();
      expect(appends).toEqual([['ToolStarted'], ['ToolSucceeded']]);
    });
  });

  it('calls nothing before the user has confirmed, and then exactly what they confirmed', async () => {
    const given: unknown[] = [];
    const tool = testTool({ ...toBeConfirmed, afterCrash: 'unknown' }, async (args) => {
      given.push(args);
      return found;
    });
    const { call } = openToolCalls([tool]);
    const { deliver, decide, types } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(given).toEqual([]);
    await decide(yes);
    await deliver('ToolConfirmed');
    expect(given).toEqual([{ query: 'asthma' }]);
    expect(types().slice(1)).toEqual([
      'ToolConfirmationRequested',
      'ToolConfirmed',
      'ToolStarted',
      'ToolSucceeded',
    ]);
  });

  it('asks for a confirmation that an earlier version of the tool did not need', async () => {
    const { call, services } = openToolCalls([testTool()]);
    const asked = await call('look_up', { query: 'asthma' });
    const later = testTool(toBeConfirmed);
    Object.assign(services.tools, { find: () => later });
    await asked.deliver();
    expect(asked.types()).toEqual(['ToolCallRequested', 'ToolConfirmationRequested']);
  });

  it.each([
    ['declined', { type: 'ConfirmTool', by: 'dora', approved: false, now: NOW }],
    ['expired', { type: 'ExpireConfirmation' }],
    ['cancelled', { type: 'CancelToolCall', by: 'dora' }],
  ] as const)('calls nothing that was %s', async (_, command) => {
    let called = 0;
    const tool = testTool(toBeConfirmed, async () => {
      called += 1;
      return found;
    });
    const { call } = openToolCalls([tool]);
    const { deliver, decide, types } = await call('look_up', { query: 'asthma' });
    await decide(command);
    const before = types();
    await deliver();
    expect(called).toBe(0);
    expect(types()).toEqual(before);
  });

  it('calls a tool once, however often its event is delivered', async () => {
    let called = 0;
    const tool = testTool({ afterCrash: 'unknown' }, async () => {
      called += 1;
      return found;
    });
    const { call, restart } = openToolCalls([tool]);
    const { deliver } = await call('look_up', { query: 'asthma' });
    await deliver();
    await deliver();
    restart();
    await deliver('ToolCallRequested', { attempt: 2 });
    expect(called).toBe(1);
  });

  it('rejects a call of a tool that this version does not know', async () => {
    const { call, services } = openToolCalls([testTool()]);
    const { deliver, last } = await call('look_up', { query: 'asthma' });
    Object.assign(services.tools, { find: () => undefined });
    await deliver();
    expect(last('ToolCallRejected')).toMatchObject({ because: 'unknown_tool' });
  });

  it('calls nothing for a person who has been erased', async () => {
    const { call, eventStore } = openToolCalls([
      testTool({}, async () => {
        throw new Error('must not be called');
      }),
    ]);
    const { deliver, types, events } = await call('look_up', { query: 'asthma' });
    const [requested] = events();
    Object.assign(requested ?? {}, { data: { ...Object(requested?.data), arguments: { erased: true } } });
    expect(eventStore.events).toHaveLength(1);
    await deliver();
    expect(types()).toEqual(['ToolCallRequested', 'ToolCallRejected']);
  });
});

describe('a failing tool', () => {
  const failing = async (error: unknown, changes: object = {}) => {
    let called = 0;
    const tool = testTool(changes, async () => {
      called += 1;
      throw error;
    });
    const opened = openToolCalls([tool, testTool({ name: 'look_here' })]);
    const asked = await opened.call('look_up', { query: 'asthma' });
    await asked.deliver();
    return { ...asked, called: () => called };
  };

  it('is recorded with its own message, and not retried', async () => {
    const { last, called, deliver } = await failing(
      new Failure(
        failure('external_api_error', 'PubMed failed.', {
          details: { service: 'pubmed', upstream_status: 503, issues: ['long'] },
          retryAfter: 7,
        }),
      ),
    );
    await deliver();
    expect(called()).toBe(1);
    expect(last('ToolFailed')).toMatchObject({
      code: 'external_api_error',
      message: 'PubMed failed.',
      details: { service: 'pubmed', upstream_status: 503 },
      retryAfter: 7,
    });
  });

  it('reports the fault in each argument, since callers receive only its message', async () => {
    const { last } = await failing(
      new Failure(
        failure('validation_error', 'It cannot be calculated. See details.issues.', {
          details: {
            issues: [
              { path: 'age', message: 'is missing: 18 to 120 years' },
              { path: 'weight', message: 'needs its unit, kg or lb' },
            ],
          },
        }),
      ),
    );
    expect(last('ToolFailed')).toMatchObject({
      code: 'validation_error',
      message:
        'It cannot be calculated.\n- age: is missing: 18 to 120 years\n- weight: needs its unit, kg or lb',
    });
  });

  it('does not reveal messages that are not meant for callers', async () => {
    const { last } = await failing(new TypeError('Jane Roe is not a function'));
    expect(last('ToolFailed')).toMatchObject({ code: 'internal_error' });
    expect(JSON.stringify(last('ToolFailed'))).not.toContain('Jane');
  });

  it('has an unknown outcome when it reports so', async () => {
    const { last, types } = await failing(
      new Failure(failure('external_api_error', 'The line broke.', { details: { outcome: 'unknown' } })),
    );
    expect(types().at(-1)).toBe('ToolOutcomeUnknown');
    expect(last('ToolOutcomeUnknown')).toMatchObject({ because: 'not_told' });
  });

  it('is replaced by the knowledge base when the external service is to blame', async () => {
    const fallback = () => ({ tool: 'look_here', arguments: { query: 'asthma' } });
    const away = new Failure(failure('external_api_error', 'PubMed failed.'));
    const { last } = await failing(away, { fallback });
    expect(last('ToolFailed')?.fallback).toEqual({
      tool: 'look_here',
      result: { found: 'asthma', total_count: 1 },
      citations: [],
      phi: false,
    });
    const own = await failing(new Failure(failure('rule_violated', 'No.')), { fallback });
    expect(own.last('ToolFailed')?.fallback).toBeUndefined();
  });
});

describe('the time limit of a tool', () => {
  const slow = { timeoutSeconds: 0.02 };

  it('aborts its signal, and keeps the partial result', async () => {
    const reasons: unknown[] = [];
    const tool = testTool(slow, async (_, { signal, partial }) => {
      partial({ found: 'a part', total_count: 1 });
      await aborted(signal);
      reasons.push(signal.reason);
      throw signal.reason;
    });
    const { call } = openToolCalls([tool]);
    const { deliver, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(reasons).toHaveLength(1);
    expect(last('ToolTimedOut')).toMatchObject({
      timeoutSeconds: 0.02,
      partial: { result: { found: 'a part', total_count: 1 }, citations: [] },
    });
  });

  it('ends a call that ignores the signal, and discards its later result', async () => {
    const late = Promise.withResolvers<Found>();
    const { call } = openToolCalls([testTool(slow, () => late.promise)]);
    const { deliver, types } = await call('look_up', { query: 'asthma' });
    await deliver();
    late.resolve(found);
    await deliver();
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolTimedOut']);
  });

  it('leaves the outcome of a non-repeatable call unknown', async () => {
    const { call } = openToolCalls([testTool({ ...slow, afterCrash: 'unknown' }, forever)]);
    const { deliver, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(last('ToolOutcomeUnknown')).toMatchObject({ because: 'timeout' });
  });

  it('leaves the outcome of a confirmed call unknown, even if the call is repeatable', async () => {
    const { call } = openToolCalls([testTool({ ...toBeConfirmed, ...slow }, forever)]);
    const { deliver, decide, last } = await call('look_up', { query: 'asthma' });
    await decide({ type: 'ConfirmTool', by: 'dora', approved: true, now: new Date(0).toISOString() });
    await deliver('ToolConfirmed');
    expect(last('ToolOutcomeUnknown')).toMatchObject({ because: 'timeout' });
  });

  it('does not run while waiting for a confirmation', async () => {
    let now = 0;
    const clock = { now: () => new Date(now).toISOString(), elapsed: () => now };
    const { call } = openToolCalls([testTool({ ...toBeConfirmed, timeoutSeconds: 30 })], { clock });
    const { deliver, decide, last } = await call('look_up', { query: 'asthma' });
    now = 59_000;
    await decide({ type: 'ConfirmTool', by: 'dora', approved: true, now: clock.now() });
    await deliver('ToolConfirmed');
    expect(last('ToolSucceeded')).toMatchObject({ executionTimeMs: 0 });
  });

  it('starts confirmed calls while the user expects them, and not later', async () => {
    let now = 0;
    const clock = { now: () => new Date(now).toISOString(), elapsed: () => now };
    const { call } = openToolCalls([testTool(toBeConfirmed)], { clock });
    const endAfter = async (minutes: number) => {
      now = 0;
      const { deliver, decide, types, last } = await call('look_up', { query: `asthma ${minutes}` });
      await decide({ type: 'ConfirmTool', by: 'dora', approved: true, now: clock.now() });
      now = minutes * 60_000;
      // Whichever event comes first after the outage.
      await deliver('ToolCallRequested');
      await deliver('ToolConfirmed');
      return { started: types().includes('ToolStarted'), failed: last('ToolFailed')?.message };
    };
    expect(await endAfter(10)).toEqual({ started: true, failed: undefined });
    expect(await endAfter(20)).toEqual({
      started: false,
      failed: expect.stringContaining('nothing was done'),
    });
  });

  it('is not spent on a tool with too many hanging calls', async () => {
    const { call } = openToolCalls([testTool({ ...slow, rateLimit: 1000 }, forever)]);
    const ends = new Set<string | undefined>();
    for (let n = 0; n < 17; n += 1) {
      const { deliver, types } = await call('look_up', { query: `asthma ${n}` });
      await deliver();
      ends.add(types().at(-1));
    }
    expect([...ends]).toEqual(['ToolTimedOut', 'ToolFailed']);
  });
});

describe('cancelling a running call', () => {
  it.each([
    [
      'heeds its signal',
      async ({ signal }: ToolContext<Found>) => {
        await aborted(signal);
        throw signal.reason;
      },
    ],
    ['ignores its signal', forever],
  ])('stops a tool that %s', async (_, handler) => {
    const begun = Promise.withResolvers<void>();
    const tool = testTool({}, async (__, context) => {
      begun.resolve();
      return handler(context);
    });
    const { call } = openToolCalls([tool]);
    const { deliver, decide, types, last } = await call('look_up', { query: 'asthma' });
    const delivered = deliver();
    await begun.promise;
    await decide({ type: 'CancelToolCall', by: 'dora' });
    await delivered;
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolCancelled']);
    expect(last('ToolCancelled')).toMatchObject({ started: true });
  });
});

describe('a process crash', () => {
  /** Lets an append through or not, and then dies: this process writes nothing more. */
  const dyingAt = (moment: 'before' | 'after', type: string) => {
    const died = new Error('The process died.');
    let isDead = false;
    const wrapLog = (eventStore: EventStore): EventStore => ({
      ...eventStore,
      append: async (...append) => {
        if (isDead) throw died;
        const isMoment = append[1].some((event) => event.type === type);
        if (isMoment && moment === 'before') {
          isDead = true;
          throw died;
        }
        const appended = await eventStore.append(...append);
        if (isMoment) {
          isDead = true;
          throw died;
        }
        return appended;
      },
    });
    return wrapLog;
  };

  const crash = async (moment: 'before' | 'after', type: string, afterCrash: 'repeat' | 'unknown') => {
    const keys: string[] = [];
    const tool = testTool({ ...toBeConfirmed, afterCrash }, async (_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return found;
    });
    const dying = dyingAt(moment, type);
    let isArmed = true;
    const calls = openToolCalls([tool], {
      wrapLog: (eventStore) => {
        const wrapped = dying(eventStore);
        return {
          ...eventStore,
          append: (...append) => (isArmed ? wrapped.append(...append) : eventStore.append(...append)),
        };
      },
    });
    const asked = await calls.call('look_up', { query: 'asthma' });
    await asked.decide(yes);
    await asked.deliver('ToolConfirmed').catch(() => {});
    isArmed = false;
    calls.restart();
    await asked.deliver('ToolConfirmed');
    return { keys, types: asked.types().slice(3) };
  };

  it.each(['repeat', 'unknown'] as const)('before the start resumes normally: %s', async (how) => {
    const { keys, types } = await crash('before', 'ToolStarted', how);
    expect(keys).toHaveLength(1);
    expect(types).toEqual(['ToolStarted', 'ToolSucceeded']);
  });

  it('after the start does not repeat a call that may run only once, and reports the outcome as unknown', async () => {
    expect(await crash('after', 'ToolStarted', 'unknown')).toEqual({
      keys: [],
      types: ['ToolStarted', 'ToolOutcomeUnknown'],
    });
    const { keys, types } = await crash('before', 'ToolSucceeded', 'unknown');
    expect(keys).toHaveLength(1);
    expect(types).toEqual(['ToolStarted', 'ToolOutcomeUnknown']);
  });

  it('after the start repeats a repeatable call, under the same key', async () => {
    const { keys, types } = await crash('before', 'ToolSucceeded', 'repeat');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(types).toEqual(['ToolStarted', 'ToolStarted', 'ToolSucceeded']);
  });

  it('after the end does nothing more', async () => {
    const { keys, types } = await crash('after', 'ToolSucceeded', 'repeat');
    expect(keys).toHaveLength(1);
    expect(types).toEqual(['ToolStarted', 'ToolSucceeded']);
  });

  it('or freeze, during which another worker took over, does not run a call that may run only once', async () => {
    let called = 0;
    const tool = testTool({ afterCrash: 'unknown' }, async () => {
      called += 1;
      return found;
    });
    const { call, executor, restart } = openToolCalls([tool]);
    const { deliver, events, types } = await call('look_up', { query: 'asthma' });
    const [requested] = events();
    if (!requested) throw new Error('Nothing was requested.');
    const frozen = executor().handle(requested, {
      ...testDelivery(new AbortController().signal, 1),
      confirm: () => Promise.reject(new Error('Another process has the work.')),
    });
    await expect(frozen).rejects.toThrow('Another process');
    restart();
    await deliver();
    expect(called).toBe(0);
    expect(types().at(-1)).toBe('ToolOutcomeUnknown');
  });

  it('at each start is not retried for ever', async () => {
    const tool = testTool({}, forever);
    const { call, restart } = openToolCalls([tool]);
    const { deliver, types } = await call('look_up', { query: 'asthma' });
    for (let n = 0; n < 4; n += 1) {
      const stopped = new AbortController();
      const delivered = deliver('ToolCallRequested', { signal: stopped.signal });
      stopped.abort(new Error('The process stops.'));
      await delivered.catch(() => {});
      restart();
    }
    expect(types()).toEqual([
      'ToolCallRequested',
      'ToolStarted',
      'ToolStarted',
      'ToolStarted',
      'ToolOutcomeUnknown',
    ]);
  });

  it('is not assumed for an outcome that the log rejected temporarily, which the next attempt records', async () => {
    let called = 0;
    const tool = testTool({ afterCrash: 'unknown' }, async () => {
      called += 1;
      return found;
    });
    let isAway = true;
    const { call } = openToolCalls([tool], {
      wrapLog: (eventStore) => ({
        ...eventStore,
        append: async (...append) => {
          if (isAway && append[1].some(({ type }) => type === 'ToolSucceeded')) {
            isAway = false;
            throw new Failure(failure('unavailable', 'The log is away.', { component: 'database' }));
          }
          return eventStore.append(...append);
        },
      }),
    });
    const { deliver, types } = await call('look_up', { query: 'asthma' });
    await expect(deliver()).rejects.toThrow('away');
    await deliver('ToolCallRequested', { attempt: 2 });
    expect(called).toBe(1);
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolSucceeded']);
  });
});

describe('a call whose subject is erased', () => {
  const erasedAt =
    (type: string) =>
    (eventStore: EventStore): EventStore => ({
      ...eventStore,
      append: async (streamId, events, ...more) => {
        if (events.some((event) => event.type === type)) throw subjectErased(type);
        return eventStore.append(streamId, events, ...more);
      },
    });

  it('before it starts is not made, and ends', async () => {
    let called = 0;
    const tool = testTool({}, async () => {
      called += 1;
      return found;
    });
    const { call } = openToolCalls([tool], { wrapLog: erasedAt('ToolStarted') });
    const { deliver, types, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(called).toBe(0);
    expect(types()).toEqual(['ToolCallRequested', 'ToolFailed']);
    expect(last('ToolFailed')).toMatchObject({ code: 'rule_violated' });
  });

  it('during the call ends with an unknown outcome', async () => {
    const { call } = openToolCalls([testTool()], { wrapLog: erasedAt('ToolSucceeded') });
    const { deliver, types, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolOutcomeUnknown']);
    expect(last('ToolOutcomeUnknown')).toMatchObject({ because: 'not_told' });
  });

  it('during a call whose start is not in the log yet ends as one that was started', async () => {
    const { call } = openToolCalls([testTool()], { wrapLog: erasedAt('ToolSucceeded'), pickedUpAfter: 10 });
    const { deliver, types } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolOutcomeUnknown']);
  });

  it('after it ended sets no timer for a confirmation', async () => {
    const { call, eventStore } = openToolCalls([testTool(toBeConfirmed)]);
    const { deliver, decide } = await call('look_up', { query: 'asthma' });
    await decide({ type: 'EndForErasure' });
    await deliver('ToolConfirmationRequested');
    expect(eventStore.events.map(({ type }) => type)).not.toContain('TimerSet');
  });
});

describe('data sent outside', () => {
  it('contains no identifiers of a person, and the log holds what was sent', async () => {
    const given: string[] = [];
    const tool = testTool(sendingOffPremises('redact'), async ({ query }) => {
      given.push(query);
      return found;
    });
    const { call } = openToolCalls([tool]);
    const query = 'warfarin interactions for Mr. John Okafor, MRN 4471902';
    const { deliver, last } = await call('look_up', { query });
    await deliver();
    expect(given).toHaveLength(1);
    expect(given[0]).toContain('warfarin interactions');
    expect(given[0]).not.toMatch(/Okafor|4471902/);
    expect(last('ToolStarted')).toMatchObject({ redacted: true, sent: { query: given[0] } });
  });

  it('is discarded if it can no longer be screened for personal data', async () => {
    let isAway = false;
    const phiDetector = {
      ...patternDetector,
      screen: async (text: string) => {
        if (isAway) throw new Error('away');
        return patternDetector.screen(text);
      },
    };
    const tool = testTool({ ...sendingOffPremises('redact'), ...toBeConfirmed });
    const { call } = openToolCalls([tool], { phiDetector });
    const { deliver, decide, types } = await call('look_up', { query: 'asthma' });
    await decide(yes);
    isAway = true;
    await deliver('ToolConfirmed');
    expect(types().at(-1)).toBe('ToolCallRejected');
  });

  it('is exactly what was confirmed', async () => {
    let finds = false;
    const phiDetector = {
      ...patternDetector,
      screen: async (text: string) =>
        finds
          ? {
              detected: true,
              findings: [{ kind: 'name' as const, start: 0, end: 6, confidence: 1 }],
              failed: [],
            }
          : patternDetector.screen(text),
    };
    const tool = testTool({ ...sendingOffPremises('redact'), ...toBeConfirmed });
    const { call } = openToolCalls([tool], { phiDetector });
    const { deliver, decide, last } = await call('look_up', { query: 'asthma in adults' });
    await decide(yes);
    finds = true;
    await deliver('ToolConfirmed');
    expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
  });
});

describe('a tool result', () => {
  const resultOf = async (changes: object, handler: (context: ToolContext<Found>) => Promise<Found>) => {
    const { call } = openToolCalls([testTool(changes, (_, context) => handler(context))]);
    const { deliver, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    return last('ToolSucceeded');
  };

  it.each([
    ['the tool is about patients', { requiresPhi: true }, async () => found],
    [
      'the tool reports PHI',
      {},
      async ({ phi }: ToolContext<Found>) => {
        phi();
        return found;
      },
    ],
    [
      'it mentions a patient',
      {},
      async () => ({ found: 'Patient: John Smith, MRN 00451239, 67-year-old man.', total_count: 1 }),
    ],
  ])('holds PHI when %s', async (_, changes, handler) => {
    expect(await resultOf(changes, handler)).toMatchObject({ phi: true });
  });

  it('is rejected when it does not match the declared schema', async () => {
    const wrong = async () => JSON.parse('{"found":7}');
    const { call } = openToolCalls([testTool({}, wrong)]);
    const { deliver, last } = await call('look_up', { query: 'asthma' });
    await deliver();
    expect(last('ToolFailed')).toMatchObject({ code: 'internal_error' });
  });
});
