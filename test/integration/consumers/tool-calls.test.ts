import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requestToolCall } from '../../../commands/request-tool-call.ts';
import { toolCallServicesOf } from '../../../commands/runtime/tool-call-services.ts';
import { Failure, failure, failureCodes } from '../../../domain/kernel/failure.ts';
import type { ToolContext } from '../../../ports/tool.ts';
import { unavailableTool } from '../../support/sample-tools.ts';
import { type Json, startInProcess } from '../../support/server-in-process.ts';
import { type Found, sendingOffPremises, testTool, toBeConfirmed } from '../../support/test-tool.ts';
import { signTestToken } from '../../support/test-user.ts';

/** The arguments of the handler calls. */
const called: string[] = [];
const found = async ({ query }: { readonly query: string }): Promise<Found> => {
  called.push(query);
  return { found: query, total_count: 1 };
};
const untilAborted = ({ signal }: ToolContext<Found>): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Fails with the code that it is asked for. */
const refused = async (code: string): Promise<never> => {
  throw new Failure(
    failure(z.enum(failureCodes).parse(code), 'The service failed.', { details: { upstream_status: 503 } }),
  );
};

const tools = [
  testTool({}, found),
  testTool({ name: 'ask_first', afterCrash: 'unknown', ...toBeConfirmed, rateLimit: 1000 }, found),
  testTool({ name: 'look_outside', ...sendingOffPremises('refuse') }, found),
  testTool({ name: 'look_rarely', rateLimit: 1 }, found),
  testTool({ name: 'look_long' }, async (_, context) => untilAborted(context)),
  testTool({ name: 'look_late', timeoutSeconds: 0.05 }, async (_, context) => untilAborted(context)),
  testTool({ name: 'look_partly', timeoutSeconds: 0.05 }, async ({ query }, context) => {
    context.partial({ found: query, total_count: 1 });
    return untilAborted(context);
  }),
  testTool({ name: 'look_badly', ...toBeConfirmed }, ({ query }) => refused(query)),
  testTool({ name: 'look_in_vain' }, ({ query }) => refused(query)),
  testTool(
    { name: 'look_elsewhere', fallback: ({ query }) => ({ tool: 'look_up', arguments: { query } }) },
    () => refused('unavailable'),
  ),
  testTool({ name: 'for_admins', permission: 'tokens:manage' }, found),
  unavailableTool,
];

type Server = Awaited<ReturnType<typeof startInProcess>>;

const asking = (server: Server) => {
  const answer = async (name: string, body: Json, headers: Record<string, string> = {}) => {
    const response = await server.post(`/api/commands/${name}`, body, headers);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const dataOf = ({ body }: { readonly body: Json }): Json => (body.data ?? {}) as Json;
  return {
    answer,
    request: (tool: string, args: Json, headers: Record<string, string> = {}) =>
      answer('RequestToolCall', { tool, arguments: args }, headers),
    /** Requests a tool that needs confirmation. */
    toConfirm: async (query: string) => {
      const asked = dataOf(
        await answer('RequestToolCall', { tool: 'ask_first', arguments: { query } }, { prefer: 'wait=60' }),
      );
      return { toolCallId: String(asked.toolCallId), asked };
    },
    confirm: (toolCallId: string, approved: boolean, headers: Record<string, string> = {}) =>
      answer('ConfirmTool', { toolCallId, approved }, headers),
    dataOf,
    errorOf: ({ body }: { readonly body: Json }): Json => (body.error ?? {}) as Json,
    typesOf: async (toolCallId: unknown): Promise<readonly string[]> => {
      const types: string[] = [];
      const { eventStore } = server.application.http;
      for await (const event of eventStore.readStream(`tool_call-${String(toolCallId)}`))
        types.push(event.type);
      return types;
    },
  };
};

const WAIT = { prefer: 'wait=60' };

describe('tools over HTTP', () => {
  let server: Server;
  let http: ReturnType<typeof asking>;
  beforeAll(async () => {
    server = await startInProcess({ replace: { tools } });
    http = asking(server);
  });
  afterAll(() => server.dispose());

  it('are called in the background, or awaited on request', async () => {
    const later = await http.request('look_up', { query: 'gout' });
    expect(later.status).toBe(202);
    const { status, body } = await http.request('look_up', { query: 'asthma' }, WAIT);
    expect(status).toBe(200);
    expect(http.dataOf({ body })).toMatchObject({
      status: 'succeeded',
      result: {
        toolName: 'look_up',
        success: true,
        result: { found: 'asthma', total_count: 1 },
        error: null,
        citations: null,
      },
    });
  });

  it('are shown for confirmation, called once confirmed, and answered', async () => {
    const { toolCallId, asked } = await http.toConfirm('sepsis');
    expect(asked).toMatchObject({
      status: 'awaiting_confirmation',
      confirmation: {
        type: 'tool_confirmation',
        toolCallId,
        tool: 'ask_first',
        arguments: { query: 'sepsis' },
        prompt: 'Look up sepsis?',
      },
    });
    expect(called).not.toContain('sepsis');
    const { status, body } = await http.confirm(toolCallId, true, WAIT);
    expect(status).toBe(200);
    expect(http.dataOf({ body })).toMatchObject({ status: 'succeeded' });
    expect(called.filter((query) => query === 'sepsis')).toHaveLength(1);
  });

  it('cannot be confirmed by another person, who does not even learn that they exist', async () => {
    const { toolCallId } = await http.toConfirm('burns');
    const token = await signTestToken('dr-no', ['clinician']);
    const theirs = await http.confirm(toolCallId, true, { authorization: `Bearer ${token}` });
    expect(theirs.status).toBe(404);
    expect(await http.typesOf(toolCallId)).toEqual(['ToolCallRequested', 'ToolConfirmationRequested']);
  });

  it('accept one of many concurrent replies, and are called once or not at all', async () => {
    for (const [query, answers] of [
      ['scabies', [true, true, true, true, true, true]],
      ['croup', [true, false, true, false, true, false]],
    ] as const) {
      const { toolCallId } = await http.toConfirm(query);
      const statuses = await Promise.all(
        answers.map(async (approved) => (await http.confirm(toolCallId, approved, WAIT)).status),
      );
      const types = await http.typesOf(toolCallId);
      const given = types.filter((type) => type === 'ToolConfirmed' || type === 'ToolDeclined');
      expect(given).toHaveLength(1);
      const winner = given[0] === 'ToolConfirmed';
      expect(statuses).toEqual(answers.map((approved) => (approved === winner ? 200 : 409)));
      expect(called.filter((each) => each === query)).toHaveLength(winner ? 1 : 0);
    }
  });

  it('are confirmed once however often the request is repeated', async () => {
    const { toolCallId } = await http.toConfirm('shock');
    const key = { ...WAIT, 'idempotency-key': 'confirm-1' };
    expect((await http.confirm(toolCallId, true, key)).status).toBe(200);
    expect((await http.confirm(toolCallId, true, key)).status).toBe(200);
    expect((await http.confirm(toolCallId, true)).status).toBe(202);
    expect(called.filter((query) => query === 'shock')).toHaveLength(1);
  });

  it('are requested once when the same command is executed again, as after a crash', async () => {
    const { commandServices } = server.application.http;
    const commandId = commandServices.identity.newId();
    const context = {
      actor: { id: 'dora', role: 'clinician' },
      commandId,
      correlationId: commandId,
    } as const;
    const request = { tool: 'ask_first', arguments: { query: 'again' }, origin: 'api' } as const;
    const services = toolCallServicesOf(commandServices);
    const later = { ...services, confirmationTime: services.confirmationTime + 5000 };
    const first = await requestToolCall(request, context, services);
    const again = await requestToolCall(request, context, later);
    expect([again.toolCallId, again.state]).toEqual([first.toolCallId, first.state]);
    expect(await http.typesOf(first.toolCallId)).toEqual(['ToolCallRequested', 'ToolConfirmationRequested']);
  });

  it('are stopped while they run', async () => {
    const { body } = await http.request('look_long', { query: 'for ever' });
    const { toolCallId } = http.dataOf({ body });
    for await (const event of server.application.http.eventStore.subscribeStream(
      `tool_call-${String(toolCallId)}`,
      -1,
      AbortSignal.timeout(60_000),
      { types: ['ToolStarted'] },
    )) {
      expect(event.type).toBe('ToolStarted');
      break;
    }
    expect((await http.answer('CancelToolCall', { toolCallId: String(toolCallId) })).status).toBe(200);
    expect((await http.typesOf(toolCallId)).at(-1)).toBe('ToolCancelled');
    expect((await http.answer('CancelToolCall', { toolCallId: String(toolCallId) })).status).toBe(200);
  });

  it.each([
    ['look_up', { query: 7 }, 400, 'validation_error'],
    ['jane_roe', {}, 404, 'not_found'],
    ['search_elsewhere', { query: 'x' }, 503, 'unavailable'],
    ['look_outside', { query: 'Mr. John Okafor, MRN 4471902' }, 422, 'rule_violated'],
  ])('that are rejected say why, and appear in the log: %s', async (tool, args, status, code) => {
    const answer = await http.request(tool, args);
    expect(answer.status).toBe(status);
    const { details, ...error } = http.errorOf(answer);
    expect(error).toMatchObject({ code });
    expect(JSON.stringify(answer.body)).not.toMatch(/Okafor|4471902|jane/);
    expect(await http.typesOf((details as Json).toolCallId)).toEqual([
      'ToolCallRequested',
      'ToolCallRejected',
    ]);
  });

  it.each([
    ['external_api_error', 502, 'external_api_error'],
    ['unavailable', 502, 'external_api_error'],
    // That our password is refused is not the fault of the caller.
    ['unauthenticated', 502, 'external_api_error'],
    ['internal_error', 502, 'external_api_error'],
    ['timeout', 504, 'timeout'],
    ['rate_limit_exceeded', 429, 'rate_limit_exceeded'],
    ['rule_violated', 422, 'rule_violated'],
  ])('that fail with %s while the request waits are answered with %i', async (query, status, code) => {
    const answer = await http.request('look_in_vain', { query }, WAIT);
    expect(answer.status).toBe(status);
    const { details, ...error } = http.errorOf(answer);
    expect(error).toMatchObject({ code, message: 'The service failed.' });
    expect(details).toMatchObject({ tool: 'look_in_vain', callStatus: 'failed', upstream_status: 503 });
    expect(await http.typesOf((details as Json).toolCallId)).toContain('ToolFailed');
  });

  it('that exceed their time are answered with 504, and with 200 if there is a partial result', async () => {
    const late = await http.request('look_late', { query: 'x' }, WAIT);
    expect(late.status).toBe(504);
    expect(http.errorOf(late)).toMatchObject({
      code: 'timeout',
      message: 'Tool execution exceeded timeout of 0.05 seconds',
      details: { tool: 'look_late', callStatus: 'timed_out' },
    });
    const partly = await http.request('look_partly', { query: 'half' }, WAIT);
    expect(partly.status).toBe(200);
    expect(http.dataOf(partly)).toMatchObject({
      status: 'timed_out',
      result: { success: false, result: { found: 'half' } },
    });
  });

  it('that fail with a substitute are answered with its result', async () => {
    const { status, body } = await http.request('look_elsewhere', { query: 'gout' }, WAIT);
    expect(status).toBe(200);
    expect(http.dataOf({ body })).toMatchObject({ status: 'failed', result: { result: { found: 'gout' } } });
  });

  it('that fail once confirmed are answered with 502, also when the confirmation is repeated', async () => {
    const asked = await http.request('look_badly', { query: 'external_api_error' }, WAIT);
    const toolCallId = String(http.dataOf(asked).toolCallId);
    const key = { ...WAIT, 'idempotency-key': 'confirm-in-vain' };
    for (let n = 0; n < 2; n += 1) {
      const answer = await http.confirm(toolCallId, true, key);
      expect(answer.status).toBe(502);
      expect(http.errorOf(answer)).toMatchObject({ details: { toolCallId, callStatus: 'failed' } });
    }
    const declined = await http.request('look_badly', { query: 'x' }, WAIT);
    const { status } = await http.confirm(String(http.dataOf(declined).toolCallId), false, WAIT);
    expect(status).toBe(200);
  });

  it('that a role may not call are rejected, and appear in the log', async () => {
    const token = await signTestToken('dr-lee', ['clinician']);
    const answer = await http.request('for_admins', { query: 'x' }, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
    const { details } = http.errorOf(answer);
    expect(await http.typesOf((details as Json).toolCallId)).toContain('ToolCallRejected');
  });

  it('that only some may call are rejected for all others, at once and by the name of the permission', async () => {
    const as = async (person: string) => ({
      authorization: `Bearer ${await signTestToken(person, ['clinician'])}`,
    });
    const set = (toolAccess: object) => http.answer('ChangeSettings', { toolAccess, reason: 'Policy 12' });
    const misspelt = await set([{ tool: 'look_rarly', roles: [], people: [] }]);
    expect([misspelt.status, JSON.stringify(misspelt.body)]).toEqual([
      400,
      expect.stringContaining('Did you mean look_rarely?'),
    ]);
    expect((await set([{ tool: 'look_up', roles: ['admin'], people: ['dr-ann'] }])).status).toBe(200);
    const refused = await http.request('look_up', { query: 'x' }, await as('dr-bob'));
    expect(refused.status).toBe(403);
    expect(http.errorOf(refused).details).toMatchObject({ permission: 'tools:call:look_up' });
    expect((await http.request('look_up', { query: 'x' }, await as('dr-ann'))).status).toBe(202);
    expect((await http.request('look_up', { query: 'x' })).status).toBe(202);
    const toolsOf = async (person: string): Promise<unknown> => {
      const session = await server.request('/api/session', { headers: await as(person) });
      const { data } = (await session.json()) as { readonly data: { readonly permissions: string[] } };
      return data.permissions.filter((name) => name.startsWith('tools:call:look_u'));
    };
    expect([await toolsOf('dr-ann'), await toolsOf('dr-bob')]).toEqual([['tools:call:look_up'], []]);
    expect((await set([])).status).toBe(200);
    expect((await http.request('look_up', { query: 'x' }, await as('dr-bob'))).status).toBe(202);
  });

  it('that are called too often say when to try again', async () => {
    expect((await http.request('look_rarely', { query: 'x' })).status).toBe(202);
    const refused = await http.request('look_rarely', { query: 'x' });
    expect(refused.status).toBe(429);
    expect(Number(http.errorOf(refused).retryAfter)).toBeGreaterThan(0);
  });

  it('are not called for a person who was erased meanwhile', async () => {
    const { body } = await http.answer(
      'RequestToolCall',
      { tool: 'ask_first', arguments: { query: 'of patient 4711' }, subject: 'patient-4711' },
      WAIT,
    );
    const { toolCallId } = http.dataOf({ body });
    const person = { subject: 'patient-4711' };
    const asked = await http.answer('EraseSubject', {
      ...person,
      reason: 'The patient asked for it.',
      basis: 'gdpr_art_17',
    });
    const { erasureId } = http.dataOf(asked);
    const second = { authorization: `Bearer ${await signTestToken('second', ['compliance'])}` };
    const erased = await http.answer('ConfirmErasure', { ...person, erasureId }, { ...second, ...WAIT });
    expect(http.dataOf(erased)).toMatchObject({ outcome: 'erased' });
    expect((await http.typesOf(toolCallId)).at(-1)).toBe('ToolFailed');
    expect((await http.confirm(String(toolCallId), true, WAIT)).status).toBe(422);
    expect((await http.typesOf(toolCallId)).at(-1)).toBe('ToolFailed');
    expect(called).not.toContain('of patient 4711');
  });
});

describe('a confirmation that never arrives', () => {
  let server: Server;
  let http: ReturnType<typeof asking>;
  beforeAll(async () => {
    server = await startInProcess({ replace: { tools, confirmationTime: 400 } });
    http = asking(server);
  });
  afterAll(() => server.dispose());

  it('expires, and is refused afterwards', async () => {
    const { toolCallId } = await http.toConfirm('late');
    const { eventStore } = server.application.http;
    const events = eventStore.subscribeStream(`tool_call-${toolCallId}`, 1, AbortSignal.timeout(60_000));
    for await (const event of events) {
      expect(event.type).toBe('ToolConfirmationExpired');
      break;
    }
    expect((await http.confirm(toolCallId, true)).status).toBe(409);
    expect(called).not.toContain('late');
  });

  it('races with its expiry: exactly one is logged, and decides whether the tool is called', async () => {
    const races = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const query = `race ${n}`;
        const { toolCallId, asked } = await http.toConfirm(query);
        const { expiresAt } = asked.confirmation as { readonly expiresAt: string };
        // As close to the expiry as this process's clock can measure, on both sides.
        const pause = Date.parse(expiresAt) - Date.now() + (n - 6) * 4;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause)));
        const { status } = await http.confirm(toolCallId, true, WAIT);
        const types = await http.typesOf(toolCallId);
        const calls = called.filter((each) => each === query).length;
        return { status, ends: types.filter((type) => /Confirmed|Expired/.test(type)), calls };
      }),
    );
    for (const { status, ends, calls } of races)
      expect([
        { status: 200, ends: ['ToolConfirmed'], calls: 1 },
        { status: 409, ends: ['ToolConfirmationExpired'], calls: 0 },
      ]).toContainEqual({ status, ends, calls });
  });
});
