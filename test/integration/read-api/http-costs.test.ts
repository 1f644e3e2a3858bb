import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf } from '../../../domain/consultation/answering/monthly-costs.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { type StreamEvent, uuidOf } from '../../support/recorded-history.ts';
import { modelCallEnded, modelCalled } from '../../support/sample-events.ts';

describe('the costs of language models', () => {
  let api: HttpFixture;
  const tokens: Record<string, string> = {};
  const costs = (name: string, query = '') =>
    api.get(`/api/admin/costs${query}`, { token: tokens[name] ?? '' });
  const append = async ({ streamId, event }: StreamEvent, onBehalfOf: string): Promise<void> => {
    await api.eventStore.append(
      streamId,
      [
        {
          ...event,
          id: api.services.identity.newId(),
          metadata: {
            correlationId: 'c',
            causationId: 'c',
            actor: { id: 'system:query-orchestrator', role: 'service', onBehalfOf },
            phi: false,
            subject: `query:${streamId}`,
          },
        },
      ],
      'any',
    );
  };

  beforeAll(async () => {
    api = await openHttpApi({
      ground: {
        environment: { monthlyCostLimitUsd: 200 },
        configured: { localModel: false, cloudModel: true, sources: ['knowledge_base'] },
      },
    });
    tokens.adam = await api.tokenFor('adam', ['admin']);
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    await append(modelCalled(uuidOf(1)), 'alice');
    await append(modelCallEnded(uuidOf(1)), 'alice');
    await append(modelCalled(uuidOf(2), { mostUsd: 0.5 }), 'bob');
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('are reported to admins by person and by model, with the limit', async () => {
    const { status, body } = await costs('adam');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      limitUsd: 200,
      calls: 2,
      costUsd: 0.75,
      open: { calls: 1, costUsd: 0.5 },
      users: [
        { user: 'bob', calls: 1, costUsd: 0.5 },
        { user: 'alice', calls: 1, costUsd: 0.25, promptTokens: 3000, completionTokens: 200 },
      ],
      models: [{ model: 'gpt-4.1', where: 'cloud', calls: 2, costUsd: 0.75 }],
      complete: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/epinephrine|0\.3 mg/i);
  });

  it('are those of the month that is asked for', async () => {
    const { month } = (await costs('adam')).body.data;
    expect(month).toBe(monthOf(api.services.clock.now()));
    expect((await costs('adam', '?month=2020-02')).body.data).toMatchObject({ month: '2020-02', calls: 0 });
    for (const wrong of ['2020-13', '2020', 'now'])
      expect((await costs('adam', `?month=${wrong}`)).status).toBe(400);
  });

  it.each(['ada', 'carl'])('are not shown to %s, who is not an admin', async (name) => {
    expect((await costs(name)).status).toBe(403);
  });
});
