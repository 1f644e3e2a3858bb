import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRealtimeService } from '../../../../../infra/services/outside/open-realtime-session.ts';
import { startRealtimeServer } from '../../../../support/realtime-server.ts';

describe('a session with a voice model', () => {
  let server: Awaited<ReturnType<typeof startRealtimeServer>>;
  beforeEach(async () => {
    server = await startRealtimeServer();
  });
  afterEach(() => server.close());

  const service = (apiKey: string | undefined = 'a-key') =>
    createRealtimeService({
      baseUrl: server.url,
      model: 'gpt-realtime',
      voice: 'marin',
      transcriptionModel: 'gpt-4o-mini-transcribe',
      leavesThePremises: true,
      ca: server.ca,
      openTimeout: 500,
      apiKey,
    });
  const open = () => service().open({ signal: AbortSignal.any([]) });

  it('is opened for the model with the key, and relays events in both directions', async () => {
    const opening = server.next();
    const session = await open();
    const there = await opening;
    expect(there.url).toBe('/v1/realtime?model=gpt-realtime');
    expect(there.authorization).toBe('Bearer a-key');
    session.send({ type: 'input_audio_buffer.append', audio: 'AAAA' });
    expect(await there.waitFor('input_audio_buffer.append')).toEqual([
      { type: 'input_audio_buffer.append', audio: 'AAAA' },
    ]);
    there.say(
      { type: 'rate_limits.updated', rate_limits: [] },
      { type: 'response.created', response: { id: 'r1', extra: 'dropped' }, event_id: 'e1' },
    );
    there.close();
    const events: unknown[] = [];
    for await (const event of session.events) events.push(event);
    expect(events).toEqual([{ type: 'response.created', response: { id: 'r1' } }]);
  });

  it.each([401, 404, 429, 503])('suggests what to check when the service answers %i', async (status) => {
    server.state.refuseWith = status;
    await expect(open()).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('VOICE_API_KEY') },
    });
  });

  it('times out when the service does not answer, and fails when none listens', async () => {
    server.state.isSilent = true;
    await expect(open()).rejects.toMatchObject({ reason: { code: 'unavailable' } });
    await server.close();
    await expect(open()).rejects.toMatchObject({ reason: { code: 'unavailable' } });
    server = await startRealtimeServer();
  });

  it('ends with its caller', async () => {
    server.state.isSilent = true;
    const leaving = new AbortController();
    const opening = service().open({ signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(opening).rejects.toThrow('left');
  });

  it('reports a broken connection, and skips invalid events', async () => {
    const opening = server.next();
    const session = await open();
    const there = await opening;
    there.sayRaw('no JSON');
    there.sayRaw('[1]');
    there.say({ type: 'response.created', response: { id: 5 } });
    there.close(1011);
    const read = async () => {
      for await (const event of session.events) expect(event).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ reason: { code: 'external_api_error' } });
    expect(() => session.send({ type: 'response.create' })).toThrow();
  });
});
