import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startRealtimeServer } from '../support/realtime-server.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { speak } from '../support/speaking-person.ts';

let dataDir: string;
let model: Awaited<ReturnType<typeof startRealtimeServer>>;
let server: ServerProcess;
const start = (): Promise<ServerProcess> =>
  startServerProcess(dataDir, {
    VOICE_URL: model.url.href,
    VOICE_API_KEY: 'a-key',
    VOICE_LOCAL: 'true',
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../support/tls/localhost.crt'),
  });
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-voice-'));
  model = await startRealtimeServer();
  server = await start();
});
afterEach(async () => {
  await server.kill();
  await model.close();
  await rm(dataDir, { recursive: true, force: true });
});

const begin = async (query = '') => {
  const opening = model.next();
  const person = await speak(server.url, `/api/voice${query}`, { authorization: `Bearer ${adminToken}` });
  const there = await opening;
  const [ready] = await person.received('session.ready');
  return { person, there, ready };
};

it('a voice session continues in the same conversation after the server was killed midway', async () => {
  const first = await begin();
  const { conversationId } = first.ready as unknown as { readonly conversationId: string };
  await server.kill();
  await first.there.closed;
  server = await start();
  const second = await begin(`?conversationId=${conversationId}`);
  second.there.say(
    { type: 'response.created', response: { id: 'r1' } },
    { type: 'response.output_audio.delta', response_id: 'r1', item_id: 'i1', delta: 'AAAA' },
    {
      type: 'response.output_audio_transcript.done',
      response_id: 'r1',
      item_id: 'i1',
      transcript: 'Hello, I am here.',
    },
    {
      type: 'response.done',
      response: { id: 'r1', status: 'completed', output: [], usage: { input_tokens: 11, output_tokens: 5 } },
    },
  );
  await second.person.received('response.output_audio.delta');
  const left = server.stop();
  expect((await second.person.received('session.ended'))[0]).toMatchObject({ because: 'server_stopping' });
  expect(await second.person.closed).toBe(1001);
  expect(await left).toBe(0);
});
