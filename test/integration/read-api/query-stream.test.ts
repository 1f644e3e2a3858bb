import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';
import { neverDecrease, openStreamReader, type StreamReader } from '../../support/stream-reader.ts';

const answerOf = (queryId: string, answer: string) => ({
  type: 'QueryAnswered',
  data: { queryId, answer, citations: [], warnings: [], model: 'scripted', parameters: {}, degraded: false },
});

/** A question being answered: its draft follows its first event. */
const askedIn = async (api: HttpFixture, input: object = {}, token = ADMIN_TOKEN) => {
  const { body } = await api.post('/api/commands/AskQuery', { question: 'Why?', ...input }, { token });
  const { queryId, position } = body.data;
  const subject = `query:${queryId}`;
  return {
    queryId,
    position,
    subject,
    begin: (attempt = 1, at = position) => api.answerFeed.open({ queryId, subject, position: at, attempt }),
    answer: (text: string) => api.record(`query-${queryId}`, [answerOf(queryId, text)], subject),
    read: async (headers: Record<string, string> = {}, by = ADMIN_TOKEN): Promise<StreamReader> => {
      const reader = await openStreamReader(`${api.url}/api/queries/${queryId}/stream`, {
        authorization: `Bearer ${by}`,
        ...headers,
      });
      onTestFinished(reader.leave);
      return reader;
    },
  };
};

const readings = async (api: HttpFixture): Promise<number> =>
  (await Array.fromAsync(api.eventStore.readAll(0, { filter: { types: ['AnswerRead'] } }))).length;

describe('an answer while it is written', () => {
  it('arrives piece by piece between the events of its query, and ends with the answer', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const reader = await query.read();
    const draft = query.begin();
    draft.write('Give ');
    await expect.poll(reader.shown).toBe('Give ');
    draft.write('oxygen.');
    await expect.poll(reader.shown).toBe('Give oxygen.');
    await query.answer('Give oxygen [1].');
    draft.close();
    await expect.poll(reader.ending).toBe('whole');
    expect(reader.frames.map(({ id, event, data }) => [id, event, data.from, data.text])).toEqual([
      [`${query.position}`, 'progress', undefined, undefined],
      [`${query.position}.5`, 'draft', 0, 'Give '],
      [`${query.position}.12`, 'draft', 5, 'oxygen.'],
      [`${query.position + 2}`, 'answer', undefined, undefined],
    ]);
  });

  it('arrives in one frame for a reader who resumes midway, then continues', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const first = await query.read();
    const draft = query.begin();
    for (const word of ['Sit ', 'the patient ', 'upright']) {
      draft.write(word);
      await expect.poll(() => first.shown().endsWith(word)).toBe(true);
    }
    const lastSeen = first.frames[1]?.id ?? '';
    first.leave();
    const resumed = await query.read({ 'last-event-id': lastSeen });
    await expect.poll(resumed.shown).toBe('Sit the patient upright');
    draft.write('.');
    await expect.poll(resumed.shown).toBe('Sit the patient upright.');
    expect(resumed.raw().startsWith(`retry: 2000\nid: ${lastSeen}\n\n`)).toBe(true);
    expect(resumed.frames.map(({ data }) => [data.from, data.text])).toEqual([
      [0, 'Sit the patient upright'],
      [23, '.'],
    ]);
    const byQuery = await openStreamReader(
      `${api.url}/api/queries/${query.queryId}/stream?lastEventId=${lastSeen}`,
      { authorization: `Bearer ${ADMIN_TOKEN}` },
    );
    await expect.poll(byQuery.shown).toBe('Sit the patient upright.');
    byQuery.leave();
    draft.close();
  });

  it('never moves backwards for a reader ahead of this node', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const draft = query.begin();
    draft.write('Sit the');
    const ahead = await query.read({ 'last-event-id': `${query.position}.12` });
    const fromHere = await query.read();
    await expect.poll(fromHere.shown).toBe('Sit the');
    expect(ahead.frames).toEqual([]);
    draft.write(' patient upright.');
    await expect.poll(ahead.shown).toBe('Sit the patient upright.');
    expect(ahead.frames.map(({ id }) => id)).toEqual([`${query.position}.24`]);
    draft.close();
  });

  it('is discarded for another attempt, which starts again', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const reader = await query.read();
    const before = query.begin();
    before.write('half an ans');
    await expect.poll(reader.shown).toBe('half an ans');
    const { position } = await api.record(`query-${query.queryId}`, [
      { type: 'PhiScreened', data: { queryId: query.queryId, detected: false, kinds: [], detector: 'd' } },
    ]);
    const after = query.begin(2, position);
    after.write('Whole.');
    await expect.poll(reader.shown).toBe('Whole.');
    expect(reader.frames.at(-1)).toMatchObject({ id: `${position}.6`, data: { attempt: 2, from: 0 } });
    expect(neverDecrease(reader.frames)).toBe(true);
    after.close();
    before.close();
  });

  it('is refused with a malformed event id', async () => {
    await using api = await openHttpApi();
    const { queryId } = await askedIn(api);
    for (const id of ['x', '1.', '1.2.3', '-1', '01', '1.02', '1e3', `${'9'.repeat(16)}`, '1.1234567890'])
      expect((await api.get(`/api/queries/${queryId}/stream?lastEventId=${id}`)).status, id).toBe(400);
    expect((await api.get('/api/stream?lastEventId=1.2')).status).toBe(400);
  });

  it('sends heartbeats with the position in the draft, from which a reader resumes', async () => {
    await using api = await openHttpApi({ limits: { heartbeatInterval: 40 } });
    const query = await askedIn(api);
    const reader = await query.read();
    const draft = query.begin();
    draft.write('Give');
    await expect.poll(reader.raw).toContain(`: heartbeat\nid: ${query.position}.4\n\n`);
    draft.close();
  });

  it('reaches a hundred readers, each at its own pace', async () => {
    await using api = await openHttpApi({ limits: { maxStreamsPerCaller: 200 } });
    const query = await askedIn(api);
    const readers = await Promise.all(Array.from({ length: 100 }, () => query.read()));
    const draft = query.begin();
    const words = Array.from({ length: 50 }, (_, index) => `word${index} `);
    for (const word of words) {
      draft.write(word);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => readers.every((reader) => reader.shown() === words.join(''))).toBe(true);
    await query.answer('Done.');
    await expect.poll(() => readers.every((reader) => reader.ending() === 'whole')).toBe(true);
    expect(readers.every(({ frames }) => neverDecrease(frames))).toBe(true);
    draft.close();
  });

  it('continues for the others when one reader leaves', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const [stays, goes] = [await query.read(), await query.read()];
    const draft = query.begin();
    draft.write('Give ');
    await expect.poll(goes.shown).toBe('Give ');
    goes.leave();
    await expect.poll(async () => (await api.get('/metrics')).text).toContain('http_streams_open 1\n');
    draft.write('oxygen.');
    await expect.poll(stays.shown).toBe('Give oxygen.');
    draft.close();
  });

  it('is merged into one piece for a stalled reader, who still gets every event', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const draft = query.begin();
    let got = '';
    const socket = connect(api.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('data', (bytes) => {
      got += bytes.toString('utf8');
    });
    socket.write(
      `GET /api/queries/${query.queryId}/stream HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`,
    );
    await expect.poll(() => got).toContain('"stage":"asked"');
    socket.pause();
    for (let turn = 0; turn < 2000; turn += 1) {
      draft.write('ten signs.');
      if (turn % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await api.record(`query-${query.queryId}`, [
      { type: 'PhiScreened', data: { queryId: query.queryId, detected: false, kinds: [], detector: 'd' } },
    ]);
    await query.answer('Done.');
    socket.resume();
    await expect.poll(() => got).toContain('event: answer');
    expect(got).toContain('"stage":"screened"');
    draft.close();
  });
});

describe('reading an answer while it is written', () => {
  it('is recorded once, before its first piece, even without other events', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const reader = await query.read();
    await expect.poll(() => reader.frames.length).toBe(1);
    expect(await readings(api)).toBe(0);
    const draft = query.begin();
    draft.write('Give ');
    await expect.poll(reader.shown).toBe('Give ');
    expect(await readings(api)).toBe(1);
    draft.write('oxygen.');
    await expect.poll(reader.shown).toBe('Give oxygen.');
    draft.close();
    await query.answer('Give oxygen [1].');
    await expect.poll(reader.ending).toBe('whole');
    expect(await readings(api)).toBe(1);
  });

  it('yields nothing when it cannot be recorded', async () => {
    await using api = await openHttpApi({
      replace: ({ eventStore }) => ({
        eventStore: {
          ...eventStore,
          append: async (streamId, events, expected, options) => {
            if (events.some(({ type }) => type === 'AnswerRead')) throw new Error('The log is full.');
            return eventStore.append(streamId, events, expected, options);
          },
        },
      }),
    });
    const query = await askedIn(api);
    const reader = await query.read();
    const draft = query.begin();
    draft.write('Give oxygen.');
    await expect.poll(reader.ending).toBe('broken');
    expect(reader.raw()).not.toContain('oxygen');
    draft.close();
  });

  it('ends once the conversation is no longer shared with the reader', async () => {
    await using api = await openHttpApi();
    const [ada, bob] = await Promise.all([
      api.tokenFor('ada', ['clinician']),
      api.tokenFor('bob', ['clinician']),
    ]);
    const { body } = await api.post('/api/commands/StartConversation', {}, { token: ada });
    const { conversationId } = body.data;
    const sharing = { conversationId, with: { user: 'bob' } };
    await api.post('/api/commands/ShareConversation', { ...sharing, level: 'read' }, { token: ada });
    const query = await askedIn(api, { conversationId }, ada);
    const [own, shared] = [await query.read({}, ada), await query.read({}, bob)];
    const draft = query.begin();
    draft.write('Give ');
    await expect.poll(shared.shown).toBe('Give ');
    await api.post('/api/commands/UnshareConversation', sharing, { token: ada });
    // Checked twice a second during the writing.
    while (shared.ending() === undefined) {
      draft.write('.');
      await delay(50);
    }
    expect(shared.ending()).toBe('broken');
    const seen = shared.shown();
    draft.write('secret');
    await expect.poll(own.shown).toContain('secret');
    expect(shared.shown()).toBe(seen);
    draft.close();
  });
});

describe('the steps of a query', () => {
  const steps = (queryId: string) => ({
    screened: {
      type: 'PhiScreened',
      data: { queryId, detected: false, kinds: [], detector: 'rules' },
    },
    routed: {
      type: 'QueryRouted',
      data: {
        queryId,
        round: 1,
        intent: 'drug_info',
        confidence: 0.9,
        classifiedBy: 'rules',
        sources: [{ source: 'knowledge_base', because: 'matrix' }],
        leftOut: [],
        routing: 'hybrid',
        model: 'local',
        because: 'no_phi',
      },
    },
    called: (attempt: number) => ({
      type: 'ModelCalled',
      data: {
        queryId,
        attempt,
        model: 'llama',
        where: 'local',
        prompt: [{ role: 'user', content: 'A prompt that is never shown.' }],
        parameters: {},
        evidence: [{ n: 1, source: 'knowledge_base', docKey: 'seizures', version: 2 }],
      },
    }),
    asked: {
      type: 'ClarificationAsked',
      data: {
        queryId,
        question: 'Which type of diabetes?',
        options: [{ id: 'type-1', label: 'Type 1', readAs: 'type 1 diabetes treatment' }],
        because: 'ambiguous_term',
      },
    },
    clarified: {
      type: 'ClarificationAnswered',
      data: { queryId, option: 'type-1', readAs: 'type 1 diabetes treatment' },
    },
    cancelled: { type: 'QueryCancelled', data: { queryId, by: 'ada' } },
  });

  it('report the route, and the input of a model, before it has written anything', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const { queryId, subject } = query;
    const { screened, routed, called } = steps(queryId);
    const reader = await query.read();
    await api.record(`query-${queryId}`, [screened, routed], subject);
    const { position } = await api.record(`query-${queryId}`, [called(1)], subject);
    await expect.poll(() => reader.frames.length).toBe(5);
    expect(await readings(api)).toBe(1);
    expect(reader.frames.slice(2)).toMatchObject([
      {
        event: 'progress',
        data: { stage: 'routed', intent: 'drug_info', model: 'local', sources: ['knowledge_base'] },
      },
      // In place of the previous step: a reader who leaves here gets it again.
      {
        id: `${query.position + 2}`,
        event: 'citations',
        data: { citations: [{ n: 1, docKey: 'seizures' }] },
      },
      { id: `${position}`, event: 'progress', data: { stage: 'model_called', attempt: 1, where: 'local' } },
    ]);
    const draft = query.begin(1, position);
    draft.write('Give midazolam [1].');
    await expect.poll(reader.shown).toBe('Give midazolam [1].');
    expect(reader.raw()).not.toContain('is never shown');
    draft.close();
  });

  it('end with a clarifying question, and continue for a reader who comes once it is answered', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const { queryId, subject } = query;
    const { screened, asked, clarified } = steps(queryId);
    await api.record(`query-${queryId}`, [screened, asked], subject);
    const first = await query.read();
    await expect.poll(first.ending).toBe('whole');
    expect(first.frames.at(-1)).toMatchObject({
      event: 'clarifying',
      data: { question: 'Which type of diabetes?', options: [{ id: 'type-1', label: 'Type 1' }] },
    });
    expect(await readings(api)).toBe(1);
    const again = await query.read({ 'last-event-id': first.frames.at(-1)?.id ?? '' });
    await expect.poll(again.ending).toBe('whole');
    expect(again.frames.map(({ event }) => event)).toEqual(['clarifying']);
    await api.record(`query-${queryId}`, [clarified], subject);
    const second = await query.read({ 'last-event-id': first.frames.at(-1)?.id ?? '' });
    await query.answer('Insulin.');
    await expect.poll(second.ending).toBe('whole');
    expect(second.frames.map(({ event, data }) => [event, data.stage])).toEqual([
      ['progress', 'clarified'],
      ['answer', undefined],
    ]);
  });

  it('end when the query is cancelled, in the middle of a draft', async () => {
    await using api = await openHttpApi();
    const query = await askedIn(api);
    const { queryId, subject } = query;
    const { called, cancelled } = steps(queryId);
    const { position } = await api.record(`query-${queryId}`, [called(1)], subject);
    const draft = query.begin(1, position);
    draft.write('Give mid');
    const reader = await query.read();
    await expect.poll(reader.shown).toBe('Give mid');
    await api.record(`query-${queryId}`, [cancelled], subject);
    await expect.poll(reader.ending).toBe('whole');
    expect(reader.frames.at(-1)).toMatchObject({ event: 'cancelled', data: { queryId, by: 'ada' } });
    draft.close();
  });
});
