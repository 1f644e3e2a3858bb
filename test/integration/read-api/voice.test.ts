import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ScriptedSession, startRealtimeServer } from '../../support/realtime-server.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { speak } from '../../support/speaking-person.ts';
import { testToken } from '../../support/test-user.ts';

const streamAnswer = z.object({
  data: z.object({
    events: z.array(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })),
  }),
});

const bearer = { authorization: `Bearer ${testToken}` };

const bmiCall = {
  id: 'item-1',
  type: 'function_call',
  status: 'completed',
  name: 'calculate_medical_score',
  call_id: 'call-1',
  arguments: JSON.stringify({
    calculator_name: 'bmi',
    parameters: { age: 40, weight: { value: 70, unit: 'kg' }, height: { value: 175, unit: 'cm' } },
  }),
};
const askCall = (question: string) => ({
  id: 'item-9',
  type: 'function_call',
  status: 'completed',
  name: 'ask_documents',
  call_id: 'call-9',
  arguments: JSON.stringify({ question }),
});
const completed = (output: readonly object[] = []) => ({
  type: 'response.done',
  response: { id: 'r1', status: 'completed', output, usage: { input_tokens: 11, output_tokens: 5 } },
});
const utterance = (itemId: string, transcript: string) => [
  { type: 'response.created', response: { id: `r-${itemId}` } },
  { type: 'response.output_audio.delta', response_id: 'r', item_id: itemId, delta: 'AAAA' },
  { type: 'response.output_audio_transcript.done', response_id: 'r', item_id: itemId, transcript },
  completed(),
];

describe('a voice session over /api/voice', () => {
  let model: Awaited<ReturnType<typeof startRealtimeServer>>;
  let server: InProcess;
  const trusted = getCACertificates();

  beforeAll(async () => {
    model = await startRealtimeServer();
    // Like NODE_EXTRA_CA_CERTS for a separate process.
    setDefaultCACertificates([
      ...trusted,
      readFileSync(new URL('../../support/tls/localhost.crt', import.meta.url)),
    ]);
    server = await startInProcess({
      environment: {
        VOICE_URL: model.url.href,
        VOICE_API_KEY: 'a-key',
        VOICE_LOCAL: 'true',
        RATE_LIMIT_QUESTIONS: '3',
      },
    });
  });
  afterAll(async () => {
    await server.dispose();
    await model.close();
    setDefaultCACertificates(trusted);
  });

  const begin = async (query = '') => {
    const opening = model.next();
    const person = await speak(server.url, `/api/voice${query}`, bearer);
    const there: ScriptedSession = await opening;
    const [ready] = await person.received('session.ready');
    return { person, there, ready };
  };

  it('calls a tool once for the person, informs the model, plays speech and records everything', async () => {
    const { person, there, ready } = await begin();
    expect(ready?.tools).toContain('calculate_medical_score');
    const [update] = await there.waitFor('session.update');
    expect(update).toMatchObject({ session: { type: 'realtime' } });

    there.say(
      { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i0', transcript: 'BMI?' },
      { type: 'response.created', response: { id: 'r1' } },
      {
        type: 'response.function_call_arguments.done',
        item_id: 'item-1',
        call_id: 'call-1',
        arguments: '{}',
      },
      { type: 'response.output_item.done', response_id: 'r1', output_index: 0, item: bmiCall },
      completed([bmiCall]),
    );
    const [output] = await there.waitFor('conversation.item.create');
    expect(output).toMatchObject({ item: { type: 'function_call_output', call_id: 'call-1' } });
    expect(JSON.stringify(output)).toContain('22.9');
    await there.waitFor('response.create');

    there.say(...utterance('i1', 'The body mass index is 22.9.'));
    await person.received('response.output_audio.delta');
    there.say(...utterance('i2', 'Give five milligrams of morphine intravenously.'));
    await person.received('answer_held_back');
    expect(await person.received('response.output_audio.delta')).toHaveLength(1);
    person.socket.close();
    await there.closed;

    const { conversationId } = ready as unknown as { readonly conversationId: string };
    const callsOf = async () =>
      z
        .object({ data: z.array(z.object({ origin: z.string(), conversationId: z.string() })) })
        .parse(await (await server.request('/api/tool-calls')).json())
        .data.filter((call) => call.conversationId === conversationId);
    await expect.poll(callsOf).toMatchObject([{ origin: 'voice' }]);
    const eventsOf = async () => {
      const stream = await server.request(`/api/audit/streams/conversation-${conversationId}`);
      return streamAnswer.parse(await stream.json()).data.events;
    };
    await expect.poll(async () => (await eventsOf()).at(-1)?.type).toBe('VoiceSessionEnded');
    expect((await eventsOf()).map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { type: 'ConversationStarted' },
      { type: 'VoiceSessionStarted', model: 'gpt-realtime', leavesThePremises: false },
      { type: 'UtteranceTranscribed', speaker: 'person', text: 'BMI?' },
      { type: 'UtteranceTranscribed', speaker: 'model', heldBack: false },
      { type: 'UtteranceTranscribed', speaker: 'model', heldBack: true },
      { type: 'VoiceSessionEnded', because: 'left', inputTokens: 33, outputTokens: 15 },
    ]);
  });

  it('asks the documents in the conversation, shows the answer, and plays only what they say', async () => {
    await server.ingestSample('opioid-overdose.txt');
    const { person, there, ready } = await begin();
    expect(ready?.tools).toContain('ask_documents');
    there.say(
      { type: 'response.created', response: { id: 'r1' } },
      completed([askCall('What is the adult dose of naloxone?')]),
    );
    const [output] = await there.waitFor('conversation.item.create');
    const { item } = z.object({ item: z.object({ output: z.string() }) }).parse(output);
    const given = z
      .object({ answer: z.string(), sources: z.array(z.object({ n: z.int(), title: z.string() })) })
      .parse(JSON.parse(item.output));
    expect(given.answer).toContain('[1]');
    expect(given.sources[0]?.title).toContain('Opioid');
    const [asked, answered] = await person.received('question', 2);
    expect(asked).toMatchObject({ status: 'pending', question: 'What is the adult dose of naloxone?' });
    expect(answered).toMatchObject({ status: 'answered', queryId: asked?.queryId });

    await there.waitFor('response.create');
    there.say(
      ...utterance(
        'i0',
        'Adult dose: naloxone 0.4 mg to 2 mg IV, IM or subcutaneously, repeated every 2 to 3 minutes.',
      ),
    );
    await person.received('response.output_audio.delta');
    there.say(...utterance('i1', 'Give nine hundred milligrams of naloxone by mouth.'));
    await person.received('answer_held_back');
    person.socket.close();
    await there.closed;

    const query = await server.request(`/api/queries/${String(asked?.queryId)}`);
    expect(await query.json()).toMatchObject({
      data: { conversationId: ready?.conversationId, status: 'answered' },
    });
    // A person who hears an answer has read it; the second reading is the request above.
    const readings = async () => {
      const path = `/api/audit/entries?type=AnswerRead&streamId=query-${String(asked?.queryId)}`;
      return z.object({ data: z.array(z.unknown()) }).parse(await (await server.request(path)).json()).data;
    };
    await expect.poll(readings).toHaveLength(2);
  });

  it('asks no more questions for a model in a loop than a person may ask', async () => {
    const { person, there } = await begin();
    const calls = Array.from({ length: 5 }, (_, at) => ({
      ...askCall('naloxone dose'),
      call_id: `loop-${at}`,
    }));
    there.say({ type: 'response.created', response: { id: 'r1' } }, completed(calls));
    const outputs = await there.waitFor('conversation.item.create', calls.length);
    expect(outputs.filter((output) => JSON.stringify(output).includes('too many questions'))).not.toEqual([]);
    await there.waitFor('response.create');
    person.socket.close();
    await there.closed;
  });

  it('explains wrong arguments of a question to the model, and the session goes on', async () => {
    const { person, there } = await begin();
    there.say(
      { type: 'response.created', response: { id: 'r1' } },
      completed([{ ...askCall(''), call_id: 'call-8' }]),
    );
    const [output] = await there.waitFor('conversation.item.create');
    expect(JSON.stringify(output)).toMatch(/question/);
    await there.waitFor('response.create');
    person.socket.close();
    await there.closed;
  });

  it('admits a browser by a ticket, once', async () => {
    const issue = async (path: string): Promise<string> => {
      const response = await server.request('/api/stream-tickets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ path }),
      });
      return z.object({ data: z.object({ ticket: z.string() }) }).parse(await response.json()).data.ticket;
    };
    const ticket = await issue('/api/voice');
    const opening = model.next();
    const person = await speak(server.url, `/api/voice?ticket=${ticket}`);
    await opening;
    await person.received('session.ready');
    person.socket.close();
    const again = await speak(server.url, `/api/voice?ticket=${ticket}`);
    expect((await again.refused).status).toBe(401);
    const other = await speak(server.url, `/api/voice?ticket=${await issue('/api/stream')}`);
    expect((await other.refused).status).toBe(401);
  });

  it('is closed to pages of other origins, whatever host name they use', async () => {
    for (const origin of ['http://rebound.example:3000', server.url]) {
      const page = await speak(server.url, '/api/voice', { ...bearer, origin });
      const { status, body } = await page.refused;
      expect(status).toBe(403);
      expect(body).toContain('CORS_ORIGINS');
    }
  });

  it('is refused like any other route, with a message', async () => {
    const withoutToken = await speak(server.url, '/api/voice');
    expect((await withoutToken.refused).status).toBe(401);
    const unknown = await speak(
      server.url,
      '/api/voice?conversationId=01a205f2-9812-7cb2-81d3-2519ea6abea2',
      bearer,
    );
    const { status, body } = await unknown.refused;
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'not_found' } });
    const elsewhere = await speak(server.url, '/api/conversations', bearer);
    expect((await elsewhere.refused).status).toBe(200);
    const plain = await server.request('/api/voice');
    expect(plain.status).toBe(400);
    expect(JSON.stringify(await plain.json())).toContain('WebSocket');
    model.state.refuseWith = 401;
    const closedDoor = await speak(server.url, '/api/voice', bearer);
    expect(await closedDoor.refused).toMatchObject({ status: 503 });
    model.state.refuseWith = undefined;
  });

  it('is not opened at the model for an invalid handshake, and closes with its user', async () => {
    const shake = (more: string) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `GET /api/voice HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer.authorization}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`,
      );
      return socket;
    };
    const before = model.sessions.length;
    for (const wrong of ['', 'Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n']) {
      const [answer] = await once(shake(wrong), 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(model.sessions).toHaveLength(before);
    const opening = model.next();
    const leaving = shake('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n');
    const there = await opening;
    leaving.destroy();
    await there.closed;
  });

  it('announces to the speaker that the server is stopping, and ends in order', async () => {
    const { person, there } = await begin();
    const left = server.stop();
    expect((await person.received('session.ended'))[0]).toMatchObject({ because: 'server_stopping' });
    expect(await person.closed).toBe(1001);
    await there.closed;
    await left;
  });
});
