import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowed, type Role } from '../../../domain/kernel/actor.ts';
import type { OwnershipRule } from '../../../domain/ownership/ownership-rule.ts';
import { metricDefinitions } from '../../../ports/metric-definitions.ts';
import { apiRoutes } from '../../../read-api/api-routes.ts';
import type { Route } from '../../../read-api/routing/define-route.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { sealLog } from '../../support/log-proof.ts';
import { echoTool } from '../../support/sample-tools.ts';

/** The rule of every route and command: a new one needs a line here, and with it a decision about its owner. */
const rules: Readonly<Record<string, OwnershipRule>> = {
  getQuery: 'read',
  streamQuery: 'read',
  getConversation: 'read',
  getToolCall: 'read',
  listToolCalls: 'listed',
  streamToolCalls: 'self',
  speak: 'begins',
  sendMcpMessages: 'self',
  endMcpSession: 'self',
  RequestToolCall: 'contribute',
  ConfirmTool: 'own',
  CancelToolCall: 'own',
  SetClinicalContext: 'contribute',
  AskQuery: 'contribute',
  AnswerClarification: 'contribute',
  CancelQuery: 'contribute',
  GiveFeedback: 'contribute',
  ShareConversation: 'own',
  UnshareConversation: 'own',
  ChangePreferences: 'self',
  getPreferences: 'self',
  StartConversation: 'begins',
  BreakGlass: 'begins',
  listConversations: 'listed',
  streamEvents: 'listed',
  listFeedback: 'listed',
  exportFeedback: 'oversight',
  replayStream: 'oversight',
  getStateAsOf: 'oversight',
  explainQuery: 'oversight',
  exportAudit: 'oversight',
  exportSealedAudit: 'oversight',
  listBreakGlass: 'metadata',
  ApproveBreakGlass: 'metadata',
  ReviewBreakGlass: 'metadata',
  DisputePhiDetection: 'own',
  ResolveReview: 'metadata',
  listReviews: 'metadata',
  getReview: 'oversight',
  exportReviews: 'oversight',
  listAuditEntries: 'metadata',
  listAuditReviews: 'metadata',
  searchFhirAuditEvents: 'metadata',
  searchFhirAuditEventsExplicitly: 'metadata',
  searchFhirAuditEventsByBody: 'metadata',
  readFhirAuditEvent: 'metadata',
  searchFhirProvenance: 'metadata',
  ReviewAudit: 'metadata',
  listQueryLog: 'metadata',
  getCosts: 'metadata',
  summarizeQueryLog: 'metadata',
  listTopQuestions: 'metadata',
  readTimeline: 'oversight',
  listDisclosures: 'oversight',
  searchAuditEntries: 'metadata',
  summarizeTools: 'metadata',
};
const withoutOwner: ReadonlySet<string> = new Set([
  'AcceptRebuild',
  'DiscardRebuild',
  'CancelIndexing',
  'ConfirmErasure',
  'CreateToken',
  'DeclineErasure',
  'EraseSubject',
  'PlaceHold',
  'ReleaseHold',
  'ResumeSealing',
  'ChangeEmbeddingModel',
  'ChangeSettings',
  'IngestDocument',
  'LogOut',
  'ReplayParkedEvent',
  'ResetProjection',
  'RetryIndexing',
  'RevertEmbeddingModel',
  'ReindexDocuments',
  'CancelReindexing',
  'RevokeToken',
  'WithdrawDocument',
]);

/** A caller, and the status of their access to a resource of Ada's. */
type Identity = {
  readonly name: string;
  readonly sub?: string;
  readonly roles: readonly Role[];
  readonly claims?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly read: number;
  readonly contribute: number;
  readonly own: number;
  /** Whether lists may include the resource. */
  readonly sees: boolean;
};

const identities: readonly Identity[] = [
  { name: 'the owner', sub: 'ada', roles: ['clinician'], read: 200, contribute: 200, own: 200, sees: true },
  { name: 'another clinician', roles: ['clinician'], read: 404, contribute: 404, own: 404, sees: false },
  {
    name: 'a reader it is shared with',
    sub: 'rita',
    roles: ['clinician'],
    read: 200,
    contribute: 403,
    own: 403,
    sees: true,
  },
  {
    name: 'a contributor it is shared with',
    sub: 'curt',
    roles: ['clinician'],
    read: 200,
    contribute: 200,
    own: 403,
    sees: true,
  },
  {
    name: 'a member of the team',
    roles: ['clinician'],
    claims: { care_teams: ['icu'] },
    read: 200,
    contribute: 403,
    own: 403,
    sees: true,
  },
  { name: 'an admin', roles: ['admin'], read: 404, contribute: 404, own: 404, sees: false },
  {
    name: 'compliance without a reason',
    roles: ['compliance'],
    read: 400,
    contribute: 403,
    own: 403,
    sees: true,
  },
  {
    name: 'compliance with a reason',
    roles: ['compliance'],
    headers: { 'x-access-reason': 'complaint 7' },
    read: 200,
    contribute: 403,
    own: 403,
    sees: true,
  },
  {
    name: 'a service for the owner',
    sub: 'ada',
    roles: ['service'],
    claims: { act: { sub: 'voice' } },
    read: 404,
    contribute: 404,
    own: 404,
    sees: false,
  },
  {
    name: 'the holder of a break-glass grant',
    sub: 'gil',
    roles: ['clinician'],
    read: 200,
    contribute: 403,
    own: 403,
    sees: true,
  },
];

describe('the table of routes', () => {
  let api: HttpFixture;
  let folder: string;
  let routes: readonly Route[];
  let conversationId: string;
  let queryId: string;
  let toolCallId: string;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    api = await openHttpApi({
      tools: [echoTool()],
      replace: () => ({
        rateLimiter: {
          take: async () => ({ allowed: true, remaining: 1, resetAfter: 0, retryAfter: 0 }),
          peek: async () => ({ allowed: true, remaining: 1, resetAfter: 0, retryAfter: 0 }),
        },
      }),
    });
    // A sealed export needs a checkpoint.
    await api.record('settings-sealed', [
      { type: 'CostLimitReached', data: { month: '2026-11', spentUsd: 1, limitUsd: 1 } },
    ]);
    folder = await mkdtemp(join(tmpdir(), 'routes-'));
    await sealLog({ ...api, folder });
    // Cancelling runs late, because it ends the query, and logging out last, because it ends the token of the others.
    const late = ['CancelToolCall', 'CancelQuery', 'LogOut'];
    routes = apiRoutes(api.services).toSorted(
      (one, other) => late.indexOf(one.operationId) - late.indexOf(other.operationId),
    );
    for (const { name, sub, roles, claims } of identities)
      tokens.set(name, await api.tokenFor(sub ?? name, roles, claims));
    const ada = { token: tokens.get('the owner') ?? '' };
    const { data } = (await api.post('/api/commands/StartConversation', { title: 'Jane Doe' }, ada)).body;
    conversationId = data.conversationId;
    queryId = (await api.post('/api/commands/AskQuery', { question: 'Why?', conversationId }, ada)).body.data
      .queryId;
    await api.record(
      `query-${queryId}`,
      [{ type: 'PhiScreened', data: { queryId, detected: true, kinds: ['not_screened'], detector: 'test' } }],
      `conversation:${conversationId}`,
    );
    toolCallId = api.identity.newId();
    await api.record(
      `tool_call-${toolCallId}`,
      [
        {
          type: 'ToolCallRequested',
          data: {
            toolCallId,
            tool: 'book_room',
            arguments: { room: 'of Jane Doe' },
            requestedBy: 'ada',
            origin: 'query',
            queryId,
            conversationId,
          },
        },
      ],
      `conversation:${conversationId}`,
    );
    for (const [sharee, level] of [
      [{ user: 'rita' }, 'read'],
      [{ user: 'curt' }, 'contribute'],
      [{ team: 'icu' }, 'read'],
    ])
      await api.post('/api/commands/ShareConversation', { conversationId, with: sharee, level }, ada);
    const broken = await api.post(
      '/api/commands/BreakGlass',
      { conversationId, reason: 'unconscious' },
      { token: tokens.get('the holder of a break-glass grant') ?? '' },
    );
    expect(broken.status).toBe(200);
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Bodies that make a call refer to Ada's conversation and question. */
  const bodies = (): Readonly<Record<string, unknown>> => ({
    SetClinicalContext: { conversationId, clinicalContext: { patientAge: 40 } },
    AskQuery: { conversationId, question: 'Why?' },
    // It is unanswered, which a reviewer gets as the reason.
    AnswerClarification: { queryId, text: 'in adults' },
    CancelQuery: { queryId },
    GiveFeedback: { queryId, kind: 'wrong' },
    DisputePhiDetection: { queryId },
    ShareConversation: { conversationId, with: { user: 'zoe' }, level: 'read' },
    UnshareConversation: { conversationId, with: { user: 'zoe' } },
    RequestToolCall: { conversationId, tool: 'say_words', arguments: { words: 'hello' } },
    ConfirmTool: { toolCallId, approved: true },
    CancelToolCall: { toolCallId },
    readTimeline: { actorId: 'ada' },
  });

  const call = async (route: Route, identity: Identity | undefined) => {
    const { method, operationId } = route;
    const thing = route.path.startsWith('/api/conversations')
      ? conversationId
      : route.path.startsWith('/api/tool-calls')
        ? toolCallId
        : queryId;
    const path = route.path
      .replace(':streamId', `query-${queryId}`)
      .replace(':id', thing)
      .replace(':reviewId', `phi-${queryId}`)
      .replace(/:\w+/g, '1');
    const leave = new AbortController();
    const token = identity && tokens.get(identity.name);
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...identity?.headers,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(bodies()[operationId] ?? {}) } : {}),
      signal: leave.signal,
    });
    const isLive = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    const text = isLive ? '' : await response.text();
    leave.abort();
    return { status: response.status, text };
  };

  it('has no more paths than the metric of durations can tell apart', () => {
    const { route } = metricDefinitions.anamnesis_http_request_duration_seconds.labels;
    // Besides the routes: the console, and what matches none.
    expect(new Set(routes.map(({ path }) => path)).size + 2).toBeLessThanOrEqual(route.atMost);
  });

  it('has a rule for every route, and for nothing else', () => {
    const found = Object.fromEntries(
      routes
        .filter(({ operationId, ownership }) => ownership !== 'none' || operationId in rules)
        .map(({ operationId, ownership }) => [operationId, ownership]),
    );
    expect(found).toEqual(rules);
    const commands = routes.filter(({ path }) => path.startsWith('/api/commands/'));
    for (const { operationId, ownership } of commands)
      expect(ownership !== 'none' || withoutOwner.has(operationId), `${operationId} needs a decision`).toBe(
        true,
      );
  });

  it('rejects requests without a token, unless a route is public', async () => {
    for (const route of routes.filter(({ access }) => access !== 'open'))
      expect((await call(route, undefined)).status, route.operationId).toBe(401);
  });

  /** Commands that need an answer or a clarifying question, which does not exist yet. */
  const tooEarly = new Set(['GiveFeedback', 'AnswerClarification', 'ConfirmTool']);

  const starting = new Set(['AskQuery', 'RequestToolCall']);

  /** A tool call is not shared with its conversation; its answer is. */
  const ofToolCalls = new Set(['getToolCall', 'ConfirmTool', 'CancelToolCall']);
  const sharees = new Set([
    'a reader it is shared with',
    'a contributor it is shared with',
    'a member of the team',
  ]);

  const expected = (route: Route, identity: Identity): readonly number[] | 'passes' => {
    const { access, ownership, operationId } = route;
    if (access === 'open') return 'passes';
    if (access !== 'authenticated' && !isAllowed(identity.roles, access)) return [403];
    if (ownership === 'read' || ownership === 'contribute' || ownership === 'own') {
      const status = ofToolCalls.has(operationId) && sharees.has(identity.name) ? 404 : identity[ownership];
      return tooEarly.has(operationId) && status === 200
        ? [422]
        : [status === 200 && starting.has(operationId) ? 202 : status];
    }
    if (ownership !== 'oversight') return 'passes';
    if (!identity.roles.includes('compliance')) return [403];
    return [identity.headers ? 200 : 400];
  };

  it.each(identities)('holds for $name', async (identity) => {
    for (const route of routes) {
      const { status, text } = await call(route, identity);
      const what = `${identity.name}: ${route.operationId}`;
      const wanted = expected(route, identity);
      if (wanted === 'passes') expect([401, 403], what).not.toContain(status);
      else expect(wanted, what).toContain(status);
      if (!identity.sees) {
        expect(text, what).not.toContain('Jane Doe');
        // An admin may only know that something happened, by whom and in which stream.
        if (route.ownership !== 'metadata') expect(text, what).not.toContain(conversationId);
      }
    }
  });
});
