import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

const START = '/api/commands/StartConversation';

/** Reads a stream until enough events have arrived, or it ends. */
const listen = async (
  api: HttpFixture,
  path: string,
  options: {
    readonly until?: (events: readonly EventSourceMessage[]) => boolean;
    readonly headers?: Record<string, string>;
    readonly onOpen?: () => Promise<unknown>;
    readonly token?: string;
  } = {},
) => {
  const leave = new AbortController();
  const response = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${options.token ?? ADMIN_TOKEN}`, ...options.headers },
    signal: leave.signal,
  });
  const events: EventSourceMessage[] = [];
  let raw = '';
  const parser = createParser({
    onEvent: (event) => {
      events.push(event);
    },
  });
  const opened = options.onOpen?.();
  let ended = false;
  const decoder = new TextDecoder();
  if (!response.body) throw new Error('The response has no body.');
  const reader = response.body.getReader();
  while (!options.until?.(events)) {
    const { value, done } = await reader.read();
    if (done) {
      ended = true;
      break;
    }
    raw += decoder.decode(value);
    parser.feed(decoder.decode(value));
  }
  await opened;
  leave.abort();
  return { response, events, ended, raw };
};

const openStreams = async (api: HttpFixture): Promise<string | undefined> =>
  /anamnesis_http_streams_open (\d+)/.exec((await api.get('/metrics')).text)?.[1];

describe('the stream of all events', () => {
  it('announces events from now on, without their content', async () => {
    await using api = await openHttpApi();
    await api.post(START, { title: 'before' });
    const { events, response } = await listen(api, '/api/stream', {
      onOpen: () => api.post(START, { title: 'Jane Doe' }),
      until: (seen) => seen.length === 1,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events).toMatchObject([{ id: '2', event: 'ConversationStarted' }]);
    const data = JSON.parse(events[0]?.data ?? '{}');
    expect(Object.keys(data).toSorted()).toEqual(['position', 'recordedAt', 'revision', 'streamId', 'type']);
  });

  it('resumes after the last event seen, without a gap or a repeat', async () => {
    await using api = await openHttpApi();
    for (let number = 0; number < 5; number += 1) await api.post(START, {});
    const from2 = await listen(api, '/api/stream', {
      headers: { 'last-event-id': '2' },
      onOpen: () => api.post(START, {}),
      until: (seen) => seen.length === 4,
    });
    expect(from2.events.map(({ id }) => id)).toEqual(['3', '4', '5', '6']);
    const byQuery = await listen(api, '/api/stream?lastEventId=0', { until: (seen) => seen.length >= 6 });
    expect(byQuery.events.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect((await api.get('/api/stream?lastEventId=x')).status).toBe(400);
  });

  it('continues from the end, and says so, for a reader ahead of a restored log', async () => {
    await using api = await openHttpApi();
    await api.post(START, {});
    const { events, raw } = await listen(api, '/api/stream?types=ConversationStarted', {
      headers: { 'last-event-id': '5000' },
      onOpen: () => api.post(START, {}),
      until: (seen) => seen.length === 2,
    });
    expect(events.map(({ event, id }) => [event, id])).toEqual([
      ['reset', '1'],
      ['ConversationStarted', '2'],
    ]);
    expect(JSON.parse(events[0]?.data ?? '')).toEqual({ position: 1 });
    // Not the position sent by the browser, which it would send again the next time.
    expect(raw).not.toContain('5000');
  });

  it('sends all listeners the same events in the same order, whenever they connected', async () => {
    await using api = await openHttpApi();
    const wanted = 12;
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        await Promise.all(Array.from({ length: number % 3 }, () => api.get('/health/live')));
        return listen(api, '/api/stream?lastEventId=0', {
          token: await api.tokenFor(`listener-${number}`, ['compliance']),
          onOpen: async () => (number === 0 ? undefined : api.post(START, {})),
          until: (seen) => seen.length >= 9,
        });
      }),
    );
    await Promise.all([api.post(START, {}), api.post(START, {}), api.post(START, {})]);
    const late = await listen(api, '/api/stream?lastEventId=0', { until: (seen) => seen.length >= wanted });
    const ids = late.events.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: wanted }, (_, index) => String(index + 1)));
    for (const { events } of all) expect(events.map(({ id }) => id)).toEqual(ids.slice(0, events.length));
  });

  it('can be filtered by types and categories', async () => {
    await using api = await openHttpApi();
    await api.post(START, {});
    await api.post('/api/commands/AskQuery', { question: 'Why?' });
    const types = await listen(api, '/api/stream?lastEventId=0&types=QueryAsked', {
      until: (seen) => seen.length === 1,
    });
    expect(types.events[0]?.event).toBe('QueryAsked');
    const categories = await listen(api, '/api/stream?lastEventId=0&categories=query,document', {
      until: (seen) => seen.length === 1,
    });
    expect(categories.events[0]?.id).toBe('2');
    expect((await api.get('/api/stream?types=Nonsense')).status).toBe(400);
    expect((await api.get('/api/stream?categories=__proto__')).status).toBe(400);
  });

  it('shows a former guest nothing of a conversation that was unshared while only oversight listened', async () => {
    await using api = await openHttpApi();
    const owner = { token: await api.tokenFor('owner', ['clinician']) };
    const guest = { token: await api.tokenFor('guest', ['clinician']) };
    const leave = new AbortController();
    const overseer = await fetch(`${api.url}/api/stream`, {
      headers: { authorization: `Bearer ${await api.tokenFor('overseer', ['compliance'])}` },
      signal: leave.signal,
    });
    const { conversationId } = (await api.post(START, {}, owner)).body.data;
    const share = { conversationId, with: { user: 'guest' } };
    await api.post('/api/commands/ShareConversation', { ...share, level: 'read' }, owner);
    const ask = async (fields: object, { token }: typeof owner): Promise<string> => {
      const { body } = await api.post('/api/commands/AskQuery', { question: 'Why?', ...fields }, { token });
      return `query-${body.data.queryId}`;
    };
    const asked: string[] = [];
    const shared = await listen(api, '/api/stream?types=QueryAsked', {
      ...guest,
      onOpen: async () => asked.push(await ask({ conversationId }, owner)),
      until: (seen) => seen.length === 1,
    });
    await expect.poll(() => openStreams(api)).toBe('1');
    await api.post('/api/commands/UnshareConversation', share, owner);
    // The feed has seen the event once the overseer, who stays, is sent it.
    const heard = overseer.body?.pipeThrough(new TextDecoderStream()).getReader();
    while (!(await heard?.read())?.value?.includes('ConversationUnshared'));
    const unshared = await listen(api, '/api/stream?types=QueryAsked', {
      ...guest,
      onOpen: async () => {
        await ask({ conversationId }, owner);
        asked.push(await ask({}, guest));
      },
      until: (seen) => seen.length === 1,
    });
    leave.abort();
    const notified = [...shared.events, ...unshared.events].map(({ data }) => JSON.parse(data).streamId);
    expect(notified).toEqual(asked);
  });

  it('sends heartbeats that advance the resume position', async () => {
    await using api = await openHttpApi({ limits: { heartbeatInterval: 50 } });
    await api.post(START, {});
    const leave = new AbortController();
    const response = await fetch(`${api.url}/api/stream?lastEventId=0&types=QueryAsked`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      signal: leave.signal,
    });
    let raw = '';
    for await (const piece of response.body ?? []) {
      raw += Buffer.from(piece).toString();
      if (raw.includes(': heartbeat\nid: 1\n\n')) break;
    }
    expect(raw.startsWith('retry: 2000\nid: 0\n\n')).toBe(true);
    leave.abort();
  });

  it('frees its slot when the reader leaves, and refuses readers beyond the limit', async () => {
    await using api = await openHttpApi({ limits: { maxStreamsPerCaller: 1, maxStreams: 2 } });
    const first = new AbortController();
    // Referenced to the end: a garbage-collected response closes its connection.
    const held: Response[] = [];
    const open = async (token: string, signal: AbortSignal): Promise<Response> => {
      const response = await fetch(`${api.url}/api/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal,
      });
      held.push(response);
      return response;
    };
    expect((await open(ADMIN_TOKEN, first.signal)).status).toBe(200);
    const refused = await api.get('/api/stream');
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 10 });
    const second = new AbortController();
    expect((await open(await api.tokenFor('two', ['clinician']), second.signal)).status).toBe(200);
    const third = await api.get('/api/stream', { token: await api.tokenFor('three', ['clinician']) });
    expect(third.status).toBe(503);
    first.abort();
    await expect.poll(() => openStreams(api)).toBe('1');
    const again = new AbortController();
    expect((await open(ADMIN_TOKEN, again.signal)).status).toBe(200);
    second.abort();
    again.abort();
    await expect.poll(() => openStreams(api)).toBe('0');
    expect(held).toHaveLength(3);
  });

  it('ends when the token of its reader expires', async () => {
    await using api = await openHttpApi({
      replace: ({ authenticator }) => ({
        authenticator: {
          authenticate: async (token) => {
            const outcome = await authenticator.authenticate(token);
            return outcome.ok
              ? { ok: true, value: { ...outcome.value, expiresAt: Date.now() + 300 } }
              : outcome;
          },
        },
      }),
    });
    const { ended } = await listen(api, '/api/stream');
    expect(ended).toBe(true);
  });

  it('disconnects a reader who reads nothing', async () => {
    await using api = await openHttpApi({ limits: { slowConsumerTimeout: 200 } });
    for (let batch = 0; batch < 40; batch += 1) {
      await api.record(
        'access-flood',
        Array.from({ length: 1000 }, () => ({
          type: 'AnswerRead',
          data: { queryId: '0190a8c0-0000-7000-8000-000000000001' },
        })),
      );
    }
    const closed = await new Promise<boolean>((resolve) => {
      const socket = connect(api.port, '127.0.0.1', () => {
        socket.write(
          `GET /api/stream?lastEventId=0 HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`,
        );
        socket.pause();
      });
      const poll = async (): Promise<void> => {
        for (let time = 0; time < 100; time += 1) {
          await delay(100);
          if (api.logLines.some((line) => line.includes('A client that had stopped reading'))) {
            socket.destroy();
            resolve(true);
            return;
          }
        }
        resolve(false);
      };
      void poll();
    });
    expect(closed).toBe(true);
    await expect.poll(() => openStreams(api)).toBe('0');
  });
});

describe('the stream of one query', () => {
  const answered = (queryId: string) => ({
    type: 'QueryAnswered',
    data: {
      queryId,
      answer: 'Yes [1].',
      citations: [],
      warnings: [],
      model: 'extractive',
      parameters: {},
      degraded: false,
    },
  });
  const screened = (queryId: string) => ({
    type: 'PhiScreened',
    data: { queryId, detected: true, kinds: ['name'], detector: 'rules' },
  });

  it('reports the progress, ends with the answer, and records the read', async () => {
    await using api = await openHttpApi();
    const { queryId } = (await api.post('/api/commands/AskQuery', { question: 'Is Jane ill?' })).body.data;
    const { events, ended } = await listen(api, `/api/queries/${queryId}/stream`, {
      onOpen: async () => {
        await api.record(`query-${queryId}`, [screened(queryId)]);
        await api.record(`query-${queryId}`, [answered(queryId)], `query:${queryId}`);
      },
    });
    expect(ended).toBe(true);
    expect(events.map(({ event }) => event)).toEqual(['progress', 'progress', 'answer']);
    expect(JSON.parse(events[1]?.data ?? '{}')).toMatchObject({ stage: 'screened', phiDetected: true });
    expect(JSON.parse(events[2]?.data ?? '{}')).toMatchObject({ queryId, answer: 'Yes [1].' });
    const readings = await Array.fromAsync(api.eventStore.readAll(0, { filter: { types: ['AnswerRead'] } }));
    expect(readings.map(({ data }) => data)).toEqual([{ queryId, basis: 'own' }]);

    const resumed = await listen(api, `/api/queries/${queryId}/stream`, {
      headers: { 'last-event-id': events[0]?.id ?? '' },
    });
    expect(resumed.events.map(({ event }) => event)).toEqual(['progress', 'answer']);
  });

  it('sends everything to a reader ahead of a restored log', async () => {
    await using api = await openHttpApi();
    const { queryId } = (await api.post('/api/commands/AskQuery', { question: 'Why?' })).body.data;
    await api.record(`query-${queryId}`, [answered(queryId)], `query:${queryId}`);
    const resumed = await listen(api, `/api/queries/${queryId}/stream`, {
      headers: { 'last-event-id': '5000' },
    });
    expect(resumed.events.map(({ event }) => event)).toEqual(['progress', 'answer']);
  });

  it('ends with the reason when there is no answer', async () => {
    await using api = await openHttpApi();
    const { queryId } = (await api.post('/api/commands/AskQuery', { question: 'Why?' })).body.data;
    const failed = { queryId, component: 'search', reason: 'unavailable', message: 'The search is down.' };
    await api.record(`query-${queryId}`, [{ type: 'QueryFailed', data: failed }]);
    const { events, ended } = await listen(api, `/api/queries/${queryId}/stream`);
    expect(ended).toBe(true);
    expect(JSON.parse(events.at(-1)?.data ?? '{}')).toEqual(failed);
  });

  it('does not exist for an unknown query', async () => {
    await using api = await openHttpApi();
    const answer = await api.get('/api/queries/0190a8c0-0000-7000-8000-000000000001/stream');
    expect(answer.status).toBe(404);
  });
});

describe('stopping the server', () => {
  it('ends open streams, finishes requests in progress, and accepts nothing new', async () => {
    const gate = Promise.withResolvers<void>();
    await using api = await openHttpApi({
      replace: ({ commands }) => ({
        commands: commands.map((command) => ({
          ...command,
          handle: async (...parameters) => {
            await gate.promise;
            return command.handle(...parameters);
          },
        })),
      }),
    });
    const streaming = listen(api, '/api/stream');
    await expect.poll(() => openStreams(api)).toBe('1');
    const answering = api.post(START, {});
    await delay(100);
    const stopped = api.server.stop();
    expect((await streaming).ended).toBe(true);
    await expect(api.get('/health/live')).rejects.toThrow();
    gate.resolve();
    expect((await answering).status).toBe(200);
    await stopped;
  });

  it('cuts off requests that do not finish', async () => {
    await using api = await openHttpApi({
      replace: ({ commands }) => ({
        commands: commands.map((command) => ({ ...command, handle: () => new Promise<never>(() => {}) })),
      }),
    });
    const endless = expect(api.post(START, {})).rejects.toThrow();
    await delay(100);
    await api.server.stop();
    await endless;
    expect(api.logLines.join('')).toContain('Open connections were closed at shutdown');
  });

  it('waits for the work on an upload whose sender is gone', async () => {
    const gate = Promise.withResolvers<void>();
    const happened: string[] = [];
    await using api = await openHttpApi({
      replace: ({ commandServices }) => ({
        commandServices: {
          ...commandServices,
          blobs: {
            ...commandServices.blobs,
            // A slow disk.
            stage: async (content, limit) => {
              try {
                return await commandServices.blobs.stage(content, limit);
              } finally {
                happened.push('cut off');
                await gate.promise;
                happened.push('written');
              }
            },
          },
        },
      }),
    });
    const socket = connect(api.port, '127.0.0.1');
    socket.write(
      `POST /api/commands/IngestDocument HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
        'Content-Type: multipart/form-data; boundary=xx\r\nContent-Length: 3000000\r\n\r\n' +
        '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' +
        'Give oxy'.repeat(200_000),
    );
    await expect.poll(() => readdir(join(api.blobFolder, 'incoming'))).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => happened).toEqual(['cut off']);

    const stopped = api.server.stop().then(() => happened.push('stopped'));
    await delay(300);
    expect(happened).toEqual(['cut off']);
    gate.resolve();
    await stopped;
    expect(happened).toEqual(['cut off', 'written', 'stopped']);
    expect(await readdir(join(api.blobFolder, 'incoming'))).toEqual([]);
  });

  it('abandons work that will not end, and says so', async () => {
    const begun = Promise.withResolvers<void>();
    const workWithoutEnd = (): Promise<never> => {
      begun.resolve();
      return new Promise(() => {});
    };
    await using api = await openHttpApi({
      replace: ({ commands }) => ({
        commands: commands.map((command) => ({ ...command, handle: workWithoutEnd })),
      }),
    });
    const leaving = new AbortController();
    const left = expect(api.post(START, {}, { signal: leaving.signal })).rejects.toThrow();
    await begun.promise;
    leaving.abort();
    await left;
    await api.server.stop();
    expect(api.logLines.join('')).toContain('Unfinished requests were abandoned at shutdown');
  });

  it('visibly aborts an export instead of truncating it', async () => {
    await using api = await openHttpApi();
    for (let batch = 0; batch < 20; batch += 1) {
      await api.record(
        'access-flood',
        Array.from({ length: 1000 }, () => ({
          type: 'AnswerRead',
          data: { queryId: '0190a8c0-0000-7000-8000-000000000001' },
        })),
      );
    }
    const response = await fetch(`${api.url}/api/audit/export`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'x-access-reason': 'to break off' },
    });
    const stopped = api.server.stop();
    await expect(response.text()).rejects.toThrow();
    await stopped;
  });
});
