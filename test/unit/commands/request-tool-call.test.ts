import { describe, expect, it } from 'vitest';
import { requestToolCallCommand } from '../../../commands/request-tool-call.ts';
import { describeIssue } from '../../../domain/kernel/describe-issue.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import { screenForMode } from '../../../infra/models/phi-detection/screen-for-mode.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';
import { sendingOffPremises, testTool, toBeConfirmed } from '../../support/test-tool.ts';
import { openToolCalls } from '../../support/tool-calls.ts';

const WITH_PHI = 'warfarin interactions for Mr. John Okafor, MRN 4471902';

const outside = (phiOutside: 'redact' | 'refuse', more: object = {}) =>
  testTool({ ...sendingOffPremises(phiOutside), ...more });

describe('requesting a tool call', () => {
  it('is recorded with its input, its user and its channel', async () => {
    const { call } = openToolCalls([echoTool()]);
    const { events, toolCallId, state } = await call('say_words', { words: 'hello' }, { origin: 'mcp' });
    expect(events().map(({ type, data }) => [type, data])).toEqual([
      [
        'ToolCallRequested',
        {
          toolCallId,
          tool: 'say_words',
          arguments: { words: 'hello' },
          requestedBy: 'dora',
          origin: 'mcp',
        },
      ],
    ]);
    expect(state.status).toBe('requested');
    expect(events()[0]?.metadata).toMatchObject({ subject: `tool_call:${toolCallId}`, phi: false });
  });

  it('asks the user first when the tool requires it, with everything that will be sent and the deadline', async () => {
    const { call } = openToolCalls([bookTool()]);
    const { last, state } = await call('book_room', { room: 'Blue' });
    expect(state.status).toBe('awaiting_confirmation');
    expect(last('ToolConfirmationRequested')).toMatchObject({
      arguments: { room: 'Blue', seats: 4 },
      prompt: 'Shall I book Blue for 4 people?',
      expiresAt: '1970-01-01T00:01:00.000Z',
    });
  });

  it('belongs to the data subject of its question or conversation, and is erased with it', async () => {
    const { call, eventStore, services } = openToolCalls([echoTool()]);
    const queryId = services.identity.newId();
    const metadata = {
      correlationId: queryId,
      causationId: queryId,
      actor: { id: 'dora', role: 'clinician' as const },
      phi: true,
      subject: 'person:patient-4711',
    };
    await eventStore.append(
      streamIdOf('query', queryId),
      [{ id: services.identity.newId(), type: 'QueryAsked', data: {}, metadata }],
      'no-stream',
    );
    const { events } = await call('say_words', { words: 'hello' }, { queryId });
    expect(events()[0]?.metadata).toMatchObject({ subject: 'person:patient-4711', phi: true });
    const unknown = { conversationId: services.identity.newId() };
    await expect(call('say_words', { words: 'hello' }, unknown)).rejects.toMatchObject({
      reason: { code: 'not_found' },
    });
  });

  it('treats a call that a model announces twice as one, and counts it once', async () => {
    const { call, eventStore } = openToolCalls([testTool({ rateLimit: 1 })]);
    const announced = { origin: 'voice', sessionId: 'session-1', modelCallId: 'call_1' } as const;
    const first = await call('look_up', { query: 'asthma' }, announced);
    const again = await call('look_up', { query: 'asthma' }, announced);
    expect(again.toolCallId).toBe(first.toolCallId);
    expect(eventStore.events).toHaveLength(1);
    await expect(call('look_up', { query: 'gout' }, announced)).rejects.toMatchObject({
      reason: { code: 'conflict' },
    });
    // Another user's call of the same name is a different call.
    const other = await call('look_up', { query: 'asthma' }, announced, 'dr-no');
    expect(other.toolCallId).not.toBe(first.toolCallId);
  });
});

it('replaces an id that a model made up of other words', async () => {
  const { call } = openToolCalls([echoTool()]);
  const modelCallId = 'call for Jane Roe';
  const { events, toolCallId } = await call('say_words', { words: 'hello' }, { modelCallId });
  expect(JSON.stringify(events())).not.toContain('Jane');
  const again = await call('say_words', { words: 'hello' }, { modelCallId });
  // Outside a session each request is a separate call.
  expect(again.toolCallId).not.toBe(toolCallId);
});

describe('a rejected call', () => {
  it.each([
    ['does not exist', 'jane_roe_lookup', {}, 'unknown_tool'],
    ['has wrong arguments', 'say_words', { words: 7 }, 'validation_error'],
    ['has too large arguments', 'say_words', { words: 'x'.repeat(40_000) }, 'validation_error'],
    ['is not configured', 'search_elsewhere', { query: 'x' }, 'not_configured'],
  ])('is recorded when its tool %s', async (_, tool, args, because) => {
    const { call } = openToolCalls([echoTool(), unavailableTool]);
    const { types, last, state } = await call(tool, args);
    expect(types()).toEqual(['ToolCallRequested', 'ToolCallRejected']);
    expect(state.status).toBe('rejected');
    expect(last('ToolCallRejected')?.because).toBe(because);
  });

  it('does not store a name that a model invented, which may name a patient', async () => {
    const { call, eventStore } = openToolCalls([]);
    await call('jane_roe_lookup', {});
    expect(JSON.stringify(eventStore.events)).not.toContain('jane');
  });

  it('is not recorded after too many of one user in a minute, while valid calls still are', async () => {
    const { call, eventStore } = openToolCalls([echoTool()]);
    const wrong = () => call('no_such_tool', {}, { origin: 'mcp' });
    for (let n = 0; n < 30; n += 1) await wrong();
    const before = eventStore.events.length;
    expect(before).toBe(60);
    await expect(wrong()).rejects.toMatchObject({
      reason: {
        code: 'rate_limit_exceeded',
        details: { limit: 'tool-refusals' },
        retryAfter: expect.any(Number),
      },
    });
    expect(eventStore.events).toHaveLength(before);
    // The rounds of a question bound its own calls.
    expect((await call('no_such_tool', {}, { origin: 'query' })).state.status).toBe('rejected');
    expect((await call('say_words', { words: 'hello' }, { origin: 'mcp' })).state.status).toBe('requested');
  });

  it('suggests the tool that a misspelt name probably meant', async () => {
    const { call } = openToolCalls([echoTool()]);
    expect((await call('say_wrds', {})).last('ToolCallRejected')?.message).toBe(
      'There is no tool with this name. Did you mean say_words?',
    );
  });

  it('explains that arguments are an object, not a text as some models send', async () => {
    const given = requestToolCallCommand.input.safeParse(
      { tool: 'say_words', arguments: '{"words":"hello"}' },
      { error: describeIssue },
    );
    expect(given.error?.issues).toMatchObject([{ path: ['arguments'], message: 'must be an object' }]);
  });

  it('has a caller whose role may not call this tool', async () => {
    const { call } = openToolCalls([testTool({ permission: 'subjects:erase' })]);
    const { last } = await call('look_up', { query: 'asthma' });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'permission_denied' });
  });

  it('exceeds the rate limit, which counts each user and each tool separately', async () => {
    const tools = [testTool({ rateLimit: 2 }), testTool({ rateLimit: 2, name: 'look_down' })];
    const { call } = openToolCalls(tools);
    const statuses = async (tool: string, person?: string) =>
      (await call(tool, { query: 'asthma' }, {}, person)).state.status;
    expect([await statuses('look_up'), await statuses('look_up')]).toEqual(['requested', 'requested']);
    const { last } = await call('look_up', { query: 'asthma' });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'rate_limit_exceeded' });
    expect(Number(last('ToolCallRejected')?.retryAfter)).toBeGreaterThan(0);
    expect(await statuses('look_down')).toBe('requested');
    expect(await statuses('look_up', 'dr-no')).toBe('requested');
  });

  it('is not caused by an unreachable rate limiter', async () => {
    const away = { take: () => Promise.reject(new Error('away')), peek: () => Promise.reject(new Error()) };
    const { call } = openToolCalls([echoTool()], { rateLimiter: away });
    expect((await call('say_words', { words: 'hello' })).state.status).toBe('requested');
  });
});

describe('arguments that hold PHI', () => {
  const inMode = (mode: 'strict' | 'lenient' | 'off') => screenForMode(patternDetector, () => mode);

  it('are refused by a tool that sends outside and refuses PHI', async () => {
    const { call } = openToolCalls([outside('refuse')]);
    const { last, events } = await call('look_up', { query: WITH_PHI });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
    expect(events()[0]?.metadata.phi).toBe(true);
  });

  it('are accepted and marked by a tool that keeps them here', async () => {
    const { call } = openToolCalls([testTool()]);
    const { events, state } = await call('look_up', { query: WITH_PHI });
    expect(state.status).toBe('requested');
    expect(events()[0]?.metadata.phi).toBe(true);
  });

  it('are removed from what the user is asked to release', async () => {
    const { call } = openToolCalls([outside('redact', toBeConfirmed)]);
    const { last } = await call('look_up', { query: WITH_PHI, about: ['John Okafor', 'bleeding'] });
    const asked = JSON.stringify(last('ToolConfirmationRequested'));
    expect(asked).toContain('warfarin interactions');
    expect(asked).not.toContain('Okafor');
    expect(asked).not.toContain('4471902');
  });

  it.each(['M.R.N. 4471902', 'M-R-N 4471902', 'M R N: 4471902'])('lose the number of %s', async (record) => {
    const { call } = openToolCalls([outside('redact', toBeConfirmed)]);
    const { last } = await call('look_up', { query: `warfarin interactions, ${record}` });
    const asked = JSON.stringify(last('ToolConfirmationRequested'));
    expect(asked).toContain('warfarin interactions');
    expect(asked).not.toContain('4471902');
  });

  it('leave nothing to send when they hold nothing else', async () => {
    const { call } = openToolCalls([outside('redact')]);
    const { last } = await call('look_up', { query: 'jane.roe@example.org' });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
  });

  it.each(['redact', 'refuse'] as const)(
    'go nowhere in an alternative spelling, as hostile evidence may request: %s',
    async (how) => {
      const { call } = openToolCalls([outside(how)]);
      for (const args of [
        { query: Buffer.from(WITH_PHI).toString('base64') },
        { query: 'warfarin', about: ['MRN', '447', '19', '02'] },
      ]) {
        const { last } = await call('look_up', args);
        expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
      }
    },
  );

  it.each(['redact', 'refuse'] as const)('go nowhere in mode off, which screens nothing: %s', async (how) => {
    const { call } = openToolCalls([outside(how)], { phiDetector: inMode('off') });
    const { last } = await call('look_up', { query: 'asthma' });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
  });

  it.each(['redact', 'refuse'] as const)('go nowhere while the detector is away: %s', async (how) => {
    const away: PhiDetector = { ...patternDetector, screen: () => Promise.reject(new Error('away')) };
    const { call } = openToolCalls([outside(how)], { phiDetector: away });
    const { last } = await call('look_up', { query: 'asthma' });
    expect(last('ToolCallRejected')).toMatchObject({ because: 'phi_stays_local' });
  });

  it.each(['strict', 'lenient'] as const)('are detected in mode %s by a patient number', async (mode) => {
    const { call } = openToolCalls([outside('refuse')], { phiDetector: inMode(mode) });
    expect((await call('look_up', { query: WITH_PHI })).state.status).toBe('rejected');
    expect((await call('look_up', { query: 'asthma in adults' })).state.status).toBe('requested');
  });
});

describe('requesting an instant tool', () => {
  const instant = { instant: true } as const;

  it('returns its end: request, start and end are one append, and no work remains', async () => {
    const appends: number[] = [];
    const opened = openToolCalls([testTool(instant)]);
    const { eventStore } = opened;
    const { append } = eventStore;
    opened.services.eventStore = {
      ...eventStore,
      append: (streamId, events, ...more) => {
        appends.push(events.length);
        return append(streamId, events, ...more);
      },
    };
    const { types, last, deliver, state, toolCallId } = await opened.call('look_up', { query: 'asthma' });
    const ended = ['ToolCallRequested', 'ToolStarted', 'ToolSucceeded'];
    expect([types(), appends]).toEqual([ended, [3]]);
    expect(state.status).toBe('succeeded');
    expect(last('ToolStarted')).toMatchObject({
      attempt: 1,
      idempotencyKey: opened.services.identity.derivedId(toolCallId, 'effect'),
    });
    expect(last('ToolSucceeded')).toMatchObject({ result: { found: 'asthma', total_count: 1 }, phi: false });
    await deliver();
    await deliver('ToolCallRequested', { attempt: 2 });
    expect(types()).toEqual(ended);
  });

  it('treats two announcements of a call as one', async () => {
    let made = 0;
    const tool = testTool(instant, async () => {
      made += 1;
      return { found: '', total_count: made };
    });
    const { call, eventStore } = openToolCalls([tool]);
    const announced = { origin: 'voice', sessionId: 'session-1', modelCallId: 'call_1' } as const;
    const first = await call('look_up', { query: 'asthma' }, announced);
    const again = await call('look_up', { query: 'asthma' }, announced);
    expect([again.toolCallId, again.state.status]).toEqual([first.toolCallId, 'succeeded']);
    expect([made, eventStore.events.length]).toEqual([1, 3]);
    await expect(call('look_up', { query: 'gout' }, announced)).rejects.toMatchObject({
      reason: { code: 'conflict' },
    });
  });

  it('returns the result that another execution recorded first, over its own', async () => {
    const opened = openToolCalls([testTool(instant)]);
    const { append } = opened.eventStore;
    let isFirst = true;
    opened.services.eventStore = {
      ...opened.eventStore,
      append: async (streamId, events, ...more) => {
        if (isFirst) {
          isFirst = false;
          const others = events.map((event) => ({ ...event, id: opened.services.identity.newId() }));
          await append(streamId, others, ...more);
        }
        return append(streamId, events, ...more);
      },
    };
    const { types, state } = await opened.call('look_up', { query: 'asthma' });
    expect([types().length, state.status]).toEqual([3, 'succeeded']);
  });

  it('is rejected before the call, like any other', async () => {
    let made = 0;
    const tool = testTool({ ...instant, rateLimit: 1 }, async () => {
      made += 1;
      return { found: '', total_count: 0 };
    });
    const { call } = openToolCalls([tool]);
    const wrong = await call('look_up', { query: 7 });
    await call('look_up', { query: 'asthma' });
    const late = await call('look_up', { query: 'asthma' });
    expect([made, wrong.types(), late.types()]).toEqual([
      1,
      ['ToolCallRequested', 'ToolCallRejected'],
      ['ToolCallRequested', 'ToolCallRejected'],
    ]);
    expect(late.last('ToolCallRejected')).toMatchObject({ because: 'rate_limit_exceeded' });
  });

  it('ends in a failure when the tool fails, hangs, or returns data that the log rejects', async () => {
    const failing = testTool(instant, async () => {
      throw new Error('quotes a patient');
    });
    expect((await openToolCalls([failing]).call('look_up', { query: 'asthma' })).last('ToolFailed')).toEqual(
      expect.objectContaining({
        code: 'internal_error',
        message: 'The tool look_up failed with an internal error.',
      }),
    );
    const hanging = testTool({ ...instant, timeoutSeconds: 0.01 }, () => new Promise(() => {}));
    const { state } = await openToolCalls([hanging]).call('look_up', { query: 'asthma' });
    expect(state.status).toBe('timed_out');

    const opened = openToolCalls([testTool(instant)]);
    const { append } = opened.eventStore;
    opened.services.eventStore = {
      ...opened.eventStore,
      append: (streamId, events, ...more) =>
        events.some(({ type }) => type === 'ToolSucceeded')
          ? Promise.reject(new Failure(failure('payload_too_large', 'Too large.')))
          : append(streamId, events, ...more),
    };
    const unkept = await opened.call('look_up', { query: 'asthma' });
    expect(unkept.types()).toEqual(['ToolCallRequested', 'ToolStarted', 'ToolFailed']);
    expect(unkept.last('ToolFailed')).toMatchObject({ code: 'payload_too_large' });
  });

  it('marks the call as holding PHI when its arguments or its result do', async () => {
    const marks = testTool(instant, async (_, context) => {
      context.phi();
      return { found: '', total_count: 0 };
    });
    const { events, last } = await openToolCalls([marks]).call('look_up', { query: 'asthma' });
    expect(last('ToolSucceeded')).toMatchObject({ phi: true });
    expect(events().map(({ metadata }) => metadata.phi)).toEqual([true, true, true]);
    const { last: given } = await openToolCalls([testTool(instant)]).call('look_up', { query: WITH_PHI });
    expect(given('ToolSucceeded')).toMatchObject({ phi: true });
  });
});
