import { createElement } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../client/create-caller.ts';
import { type ApiClient, createClient } from '../../../client/create-client.ts';
import { toolCallsOf } from '../../../client/live/tool-calls.ts';
import { useToolActivity } from '../../../client/react/use-tool-activity.ts';
import { useToolConfirmation } from '../../../client/react/use-tool-confirmation.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { openReactPage } from '../../support/react-page.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const happen = (toolCallId: string, type: string, data: object) =>
  api.record(
    `tool_call-${toolCallId}`,
    [{ type, data: { toolCallId, tool: 'book_room', ...data } }],
    'person:patient-4711',
  );

/** Somebody with tool calls of their own. */
const newPerson = async (name: string) => {
  const token = await api.tokenFor(name, ['clinician']);
  return {
    token,
    /** A client of a tab of its own. */
    newClient: (options: Partial<ClientOptions> = {}) =>
      createClient({ url: api.url, token: async () => token, ...options }),
    /** Requests a call that the person has to confirm. */
    requestCall: async (room: string): Promise<string> => {
      const toolCallId = api.identity.newId();
      await happen(toolCallId, 'ToolCallRequested', {
        arguments: { room },
        requestedBy: name,
        origin: 'api',
      });
      await happen(toolCallId, 'ToolConfirmationRequested', {
        arguments: { room },
        prompt: `Shall I book ${room}?`,
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      });
      return toolCallId;
    },
  };
};

describe('the tool calls of a person', () => {
  it('are asked for in order, and no more once they are answered here or elsewhere', async () => {
    const { newClient, requestCall } = await newPerson('ada');
    const ids = [await requestCall('Zebulon'), await requestCall('Ypsilon')];
    const [here, elsewhere] = [toolCallsOf(newClient()), toolCallsOf(newClient())];
    const leave = [here, elsewhere].map(({ subscribe }) => subscribe(() => {}));
    const rooms = (calls: typeof here) => calls.state().pending.map(({ prompt }) => prompt);
    for (const calls of [here, elsewhere])
      await expect.poll(() => rooms(calls)).toEqual(['Shall I book Zebulon?', 'Shall I book Ypsilon?']);
    const [first = '', second = ''] = ids;
    expect(await here.answer(first, true)).toBe(true);
    expect(rooms(here)).toEqual(['Shall I book Ypsilon?']);
    await expect.poll(() => rooms(elsewhere)).toEqual(['Shall I book Ypsilon?']);
    expect(await elsewhere.answer(second, false)).toBe(true);
    // Somebody clicks before the news has arrived.
    expect(await here.answer(second, true)).toBe(false);
    expect(rooms(here)).toEqual([]);
    for (const end of leave) end();
  });

  it('share one connection, which ends with the last who asks for them', async () => {
    const { newClient, requestCall } = await newPerson('bob');
    const opened: AbortSignal[] = [];
    const client = newClient({
      fetch: (request, init) => {
        if (init?.signal) opened.push(init.signal);
        return fetch(request, init);
      },
    });
    const calls = toolCallsOf(client);
    expect(toolCallsOf(client)).toBe(calls);
    await requestCall('Zebulon');
    const leave = [1, 2].map(() => calls.subscribe(() => {}));
    await expect.poll(() => calls.state().pending.length).toBe(1);
    expect(opened).toHaveLength(1);
    leave[0]?.();
    expect(opened[0]?.aborted).toBe(false);
    leave[1]?.();
    expect(opened[0]?.aborted).toBe(true);
  });

  it('are reported as unknown when the server no longer knows the person', async () => {
    const calls = toolCallsOf(createClient({ url: api.url, token: async () => 'wrong' }));
    const leave = calls.subscribe(() => {});
    await expect.poll(() => calls.state().error).toMatchObject({ code: 'unauthenticated' });
    leave();
  });
});

const Page = ({ client }: { client: ApiClient }) => {
  const { pendingTool, more, secondsLeft, confirmTool, cancelTool } = useToolConfirmation(client);
  const { activeTool } = useToolActivity(client);
  return createElement(
    'main',
    null,
    activeTool === null ? null : `Running tool: ${activeTool}. `,
    pendingTool === null
      ? 'Nothing to confirm.'
      : `${pendingTool.prompt} ${secondsLeft > 50 ? 'A minute' : secondsLeft} left, ${more} more.`,
    createElement('button', { type: 'button', onClick: confirmTool }, 'Confirm'),
    createElement('button', { type: 'button', onClick: cancelTool }, 'Cancel'),
  );
};

describe('the hooks for tool calls', () => {
  it('let a person confirm one call, decline the next, and see which tool runs', async () => {
    const { newClient, requestCall, token } = await newPerson('eve');
    const client = newClient();
    const page = await openReactPage(() => createElement(Page, { client }));
    expect(page.text()).toContain('Nothing to confirm.');
    const first = await requestCall('Zebulon');
    const second = await requestCall('Ypsilon');
    await expect.poll(page.text).toContain('Shall I book Zebulon? A minute left, 1 more.');
    await page.click('Confirm');
    await expect.poll(page.text).toContain('Shall I book Ypsilon? A minute left, 0 more.');
    await happen(first, 'ToolStarted', { attempt: 1, idempotencyKey: api.identity.newId(), redacted: false });
    await expect.poll(page.text).toContain('Running tool: book_room.');
    await page.click('Cancel');
    await expect.poll(page.text).toContain('Nothing to confirm.');
    const call = (await api.get(`/api/tool-calls/${second}`, { token })).body.data;
    expect(call.status).toBe('declined');
    await page.close();
  });
});
