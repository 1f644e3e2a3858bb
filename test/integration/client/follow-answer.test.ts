import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../client/create-client.ts';
import type { AnswerState } from '../../../client/live/answer-state.ts';
import { createAnswering } from '../../../client/live/answering.ts';
import { followAnswer } from '../../../client/live/follow-answer.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const clientAt = (url: string) => createClient({ url, token: async () => ADMIN_TOKEN });

const eventsOf = (queryId: string) => ({
  screened: { type: 'PhiScreened', data: { queryId, detected: false, kinds: [], detector: 'rules' } },
  called: (attempt: number) => ({
    type: 'ModelCalled',
    data: {
      queryId,
      attempt,
      model: 'llama',
      where: 'local',
      prompt: [{ role: 'user', content: 'Answer.' }],
      parameters: {},
      evidence: [{ n: 1, source: 'knowledge_base', docKey: 'seizures', version: 2 }],
    },
  }),
  searched: {
    type: 'SourcesSearched',
    data: {
      queryId,
      interpretation: { searchedFor: 'diabetes', intent: 'treatment', expansions: [], corrections: [] },
      sources: [],
      stages: [],
      index: { generation: 1, position: 1, model: 'test' },
      found: [],
    },
  },
  clarifying: {
    type: 'ClarificationAsked',
    data: {
      queryId,
      question: 'Which type of diabetes?',
      options: [{ id: 'type-1', label: 'Type 1', readAs: 'type 1 diabetes treatment' }],
      because: 'ambiguous_term',
    },
  },
  answered: {
    type: 'QueryAnswered',
    data: {
      queryId,
      answer: 'Give oxygen [1].',
      citations: [],
      warnings: [],
      model: 'scripted',
      parameters: {},
      degraded: false,
    },
  },
});

const record = (queryId: string, events: Parameters<HttpFixture['record']>[1]) =>
  api.record(`query-${queryId}`, events, `query:${queryId}`);

describe('a question that is followed', () => {
  it('shows its steps, its draft and its sources, and ends with the whole answer', async () => {
    const client = clientAt(api.url);
    const { queryId } = await client.post('/api/commands/AskQuery', { body: { question: 'Why?' } });
    const { screened, called, answered } = eventsOf(queryId);
    const { position } = await record(queryId, [screened, called(1)]);
    const draft = api.answerFeed.open({ queryId, subject: `query:${queryId}`, position, attempt: 1 });
    draft.write('Give oxygen.');
    const states: AnswerState[] = [];
    for await (const state of followAnswer(client, queryId)) {
      states.push(state);
      if (state.draft !== 'Give oxygen.' || state.status !== 'pending') continue;
      await record(queryId, [answered]);
      draft.close();
    }
    expect(states[0]).toMatchObject({ queryId, status: 'pending', steps: [] });
    const last = states.at(-1);
    expect(last).toMatchObject({ status: 'answered', evidence: [{ n: 1, docKey: 'seizures' }] });
    expect(last?.steps.map(({ stage }) => stage)).toEqual(['asked', 'screened', 'model_called']);
    expect(last?.query).toMatchObject({ status: 'answered', answer: 'Give oxygen [1].', question: 'Why?' });
  });

  it('goes on after its connection is cut in the middle of a draft', async () => {
    const asker = clientAt(api.url);
    const { queryId, position } = await asker.post('/api/commands/AskQuery', { body: { question: 'Why?' } });
    const draft = api.answerFeed.open({ queryId, subject: `query:${queryId}`, position, attempt: 1 });
    draft.write('Give ');
    let connections = 0;
    let cut = new AbortController();
    const client = createClient({
      url: api.url,
      token: async () => ADMIN_TOKEN,
      fetch: (request, init) => {
        connections += 1;
        cut = new AbortController();
        const signals = [cut.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
        return fetch(request, { ...init, signal: AbortSignal.any(signals) });
      },
    });
    const drafts: string[] = [];
    let last: AnswerState | undefined;
    for await (const state of followAnswer(client, queryId)) {
      last = state;
      if (state.draft === drafts.at(-1)) continue;
      drafts.push(state.draft);
      if (state.draft === 'Give ') {
        cut.abort();
        draft.write('oxygen.');
      } else if (state.draft === 'Give oxygen.') {
        await record(queryId, [eventsOf(queryId).answered]);
        draft.close();
      }
    }
    expect(drafts).toEqual(['', 'Give ', 'Give oxygen.']);
    expect(last?.query?.answer).toBe('Give oxygen [1].');
    // Two for the stream, one for the question itself.
    expect(connections).toBe(3);
  });

  it('is refused to somebody who may not read it', async () => {
    const { queryId } = await clientAt(api.url).post('/api/commands/AskQuery', {
      body: { question: 'Why?' },
    });
    const bob = await api.tokenFor('bob', ['clinician']);
    const client = createClient({ url: api.url, token: async () => bob });
    await expect(Array.fromAsync(followAnswer(client, queryId))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('asking with a client', () => {
  it('passes through a clarifying question to the answer', async () => {
    const answering = createAnswering(clientAt(api.url));
    const statuses: string[] = [];
    answering.subscribe(() => {
      const { status } = answering.state();
      if (status !== statuses.at(-1)) statuses.push(status);
    });
    const asked = answering.ask({ question: 'How is diabetes treated?' });
    await expect.poll(() => answering.state().queryId).toBeDefined();
    const { queryId = '' } = answering.state();
    const { screened, searched, clarifying, answered } = eventsOf(queryId);
    await record(queryId, [screened, searched, clarifying]);
    await asked;
    expect(answering.state().clarification?.options.map(({ label }) => label)).toEqual(['Type 1']);
    const clarified = answering.clarify({ option: 'type-1' });
    await expect
      .poll(() => [answering.state().status, answering.state().error])
      .toEqual(['pending', undefined]);
    await record(queryId, [answered]);
    await clarified;
    expect(statuses).toEqual(['asking', 'pending', 'clarifying', 'pending', 'answered']);
    expect(answering.state().query?.answer).toBe('Give oxygen [1].');
  });

  it('says why a question was refused, and takes another one', async () => {
    const answering = createAnswering(clientAt(api.url));
    await answering.ask({ question: '' });
    expect(answering.state()).toMatchObject({ status: 'idle', error: { code: 'validation_error' } });
    void answering.ask({ question: 'Why?' });
    await expect.poll(() => answering.state().queryId).toBeDefined();
    expect(answering.state().error).toBeUndefined();
    answering.leave();
  });

  it('is cancelled for all who follow the question', async () => {
    const [one, other] = [createAnswering(clientAt(api.url)), createAnswering(clientAt(api.url))];
    const asked = one.ask({ question: 'Why?' });
    await expect.poll(() => one.state().queryId).toBeDefined();
    const opened = other.open(one.state().queryId ?? '');
    await one.cancel();
    await Promise.all([asked, opened]);
    expect([one.state().status, other.state().status]).toEqual(['cancelled', 'cancelled']);
  });

  it('shows a question that has ended without following it', async () => {
    const client = clientAt(api.url);
    const { queryId } = await client.post('/api/commands/AskQuery', { body: { question: 'Why?' } });
    await record(queryId, [eventsOf(queryId).answered]);
    const answering = createAnswering(client);
    await answering.open(queryId);
    expect(answering.state()).toMatchObject({ status: 'answered', queryId, steps: [] });
  });
});
