import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const answer = z.object({
  subject: z.string().nullable(),
  from: z.string().nullable(),
  disclosures: z.array(
    z.object({ kind: z.string(), recipient: z.string(), position: z.number(), about: z.array(z.string()) }),
  ),
  notCounted: z.array(z.string()),
  nextCursor: z.string().nullable(),
});

describe('what left the system, over HTTP', () => {
  let api: HttpFixture;
  let carl: string;
  const why = { 'X-Access-Reason': 'Request of 3 May' };
  const ask = (body: object, headers: Record<string, string> = why, token = carl) =>
    api.post('/api/audit/disclosures', body, { token, headers });
  const list = async (body: object) => answer.parse((await ask(body)).body.data);

  beforeAll(async () => {
    api = await openHttpApi();
    carl = await api.tokenFor('carl', ['compliance']);
    for (const subject of ['person:patient-7', 'person:patient-8']) {
      const queryId = api.identity.newId();
      const outcome = { found: 1, milliseconds: 1, cached: false, redacted: true, outcome: 'ok' };
      await api.record(
        `query-${queryId}`,
        [
          { type: 'QueryAsked', data: { queryId, question: 'Why?', filters: {}, limit: 5 } },
          {
            type: 'PhiScreened',
            data: { queryId, detected: true, kinds: ['name'], detector: 'patterns-8', mode: 'strict' },
          },
          {
            type: 'SourcesSearched',
            data: {
              queryId,
              interpretation: { searchedFor: 'x', intent: 'general', expansions: [], corrections: [] },
              stages: [],
              sources: [
                { source: 'knowledge_base', ...outcome },
                { source: 'pubmed', ...outcome },
                { source: 'openfda', ...outcome },
              ],
              index: { generation: 1, position: 1, model: 'm' },
              found: [],
            },
          },
        ],
        subject,
      );
      const toolCallId = api.identity.newId();
      const call = { toolCallId, tool: 'send_email' };
      await api.record(
        `tool_call-${toolCallId}`,
        [
          {
            type: 'ToolCallRequested',
            data: { ...call, arguments: { to: ['ward@example.org'] }, requestedBy: 'ada', origin: 'api' },
          },
          {
            type: 'ToolStarted',
            data: { ...call, attempt: 1, idempotencyKey: toolCallId, redacted: false, sends: 'outside' },
          },
        ],
        subject,
      );
    }
    await api.get('/api/audit/export?format=csv', { token: carl, headers: why });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('accounts for one person, what concerns everyone included, and reaches six years back', async () => {
    const { subject, from, disclosures, notCounted } = await list({ subject: 'patient-7' });
    expect(subject).toBe('person:patient-7');
    expect(Date.now() - Date.parse(from ?? '')).toBeGreaterThan(6 * 365 * 86_400_000);
    expect(disclosures.map(({ kind }) => kind)).toEqual(['export', 'mail', 'source', 'source']);
    expect(disclosures.every(({ about }) => about.includes('person:patient-7') || about.includes('*'))).toBe(
      true,
    );
    expect(notCounted.join(' ')).toContain('164.528');
    expect((await list({ subject: 'patient-unknown' })).disclosures).toMatchObject([{ kind: 'export' }]);
  });

  it('lists everything without a subject, and pages without gaps or repeats', async () => {
    const whole = await list({});
    expect(whole).toMatchObject({ subject: null, from: null, nextCursor: null });
    const paged: z.output<typeof answer>['disclosures'] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: z.output<typeof answer> = await list({ limit: 1, cursor });
      paged.push(...page.disclosures);
      cursor = page.nextCursor;
    }
    // Each look at an export is recorded, and is itself no disclosure.
    expect(paged).toEqual(whole.disclosures);
    expect(whole.disclosures).toHaveLength(7);
  });

  it('is narrowed by way, recipient, exemption and time', async () => {
    const kinds = async (body: object) => (await list(body)).disclosures.map(({ kind }) => kind);
    expect(await kinds({ kind: 'mail' })).toEqual(['mail', 'mail']);
    expect(await kinds({ recipient: 'LIBRARY of medicine' })).toEqual(['source', 'source']);
    expect(await kinds({ onlyCounted: true })).toEqual(['export', 'mail', 'mail']);
    expect(await kinds({ to: '2001-01-01' })).toEqual([]);
    expect(await kinds({ order: 'asc', limit: 1 })).toEqual(['source', 'source']);
  });

  it('is shown to compliance alone, with a reason, and recorded with whom it concerned', async () => {
    const admin = await api.tokenFor('root', ['admin']);
    expect((await ask({}, why, admin)).status).toBe(403);
    expect((await ask({}, {})).status).toBe(400);
    expect((await ask({ kind: 'pigeon' })).status).toBe(400);
    expect((await ask({ from: '2026-05-01', to: '2026-04-01' })).status).toBe(400);
    await list({ subject: 'patient-8' });
    const readings = await Array.fromAsync(
      api.eventStore.readAll(0, { filter: { types: ['AuditTrailRead'] } }),
    );
    expect(readings.at(-1)?.data).toMatchObject({
      kind: 'entries',
      subjects: ['person:patient-8'],
      reason: 'Request of 3 May',
    });
  });
});
