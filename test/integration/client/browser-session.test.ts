import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../client/create-client.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** A browser on a page of the server: keeps its cookie, and names where requests come from. */
const newBrowser = () => {
  let cookie = '';
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('Origin', api.url);
    request.headers.set('Sec-Fetch-Site', 'same-origin');
    if (cookie !== '') request.headers.set('Cookie', cookie);
    const response = await fetch(request);
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response;
  };
  /** A tab of this browser. */
  return { newTab: () => createClient({ url: api.url, session: 'cookie', fetch: send, retry: 'limits' }) };
};

describe('a session of a browser', () => {
  it('lets every tab read, write and follow streams without the token, until it is left', async () => {
    const { newTab } = newBrowser();
    const [one, other] = [newTab(), newTab()];
    await one.signIn({ token: ADMIN_TOKEN });
    const { conversationId } = await one.post('/api/commands/StartConversation', { body: {} });
    const read = await other.get('/api/conversations/{id}', { path: { id: conversationId } });
    expect(read.conversationId).toBe(conversationId);
    for await (const { id } of other.follow('/api/tool-calls/stream')) {
      expect(Number(id)).toBeGreaterThan(0);
      break;
    }
    await other.signOut();
    await expect(one.get('/api/conversations')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('goes on in a tab whose session another tab has replaced', async () => {
    const { newTab } = newBrowser();
    const [one, other] = [newTab(), newTab()];
    await one.signIn({ token: ADMIN_TOKEN });
    await one.post('/api/commands/StartConversation', { body: {} });
    await other.signIn({ token: ADMIN_TOKEN });
    const { conversationId } = await one.post('/api/commands/StartConversation', { body: {} });
    expect(conversationId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
