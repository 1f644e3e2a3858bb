import { afterEach, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';

let http: HttpFixture;
afterEach(() => http[Symbol.asyncDispose]());

describe('GET /api/tools', () => {
  it('lists all tools, and for models the callable ones', async () => {
    http = await openHttpApi({ tools: [echoTool(), bookTool(), unavailableTool] });
    const token = await http.tokenFor('ada', ['clinician']);
    const all = await http.get('/api/tools', { token });
    expect(all.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'book_room',
      'say_words',
      'search_elsewhere',
    ]);
    const forChat = await http.get('/api/tools?format=openai-chat', { token });
    expect(forChat.body.data).toHaveLength(2);
    const wrong = await http.get('/api/tools?format=openai', { token });
    expect([wrong.status, wrong.body.error.details.issues]).toEqual([
      400,
      [{ path: 'format', message: expect.stringContaining('openai-chat') }],
    ]);
  });
});
