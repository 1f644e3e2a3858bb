import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ComponentType, createElement } from 'react';
import { transformSync } from 'rolldown/utils';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '../../../client/create-client.ts';
import { openReactPage } from '../../support/react-page.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { testToken } from '../../support/test-user.ts';

const page = join(import.meta.dirname, '../../../docs/chat.tsx');
/** In the packages' folder, so that the page finds the package of the client, as it would elsewhere. */
const folder = join(import.meta.dirname, `../../../node_modules/.cache/chat-page-${process.pid}`);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Chat = { readonly Chat: ComponentType<{ readonly client: ApiClient }> };

/** The chat of the documentation, compiled as a bundler does. */
const loadChat = async (): Promise<Chat> => {
  const { code, errors } = transformSync(page, await readFile(page, 'utf8'), {
    jsx: { runtime: 'automatic' },
  });
  expect(errors).toEqual([]);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'chat.js');
  await writeFile(file, code);
  // What it exports is checked by using it.
  return (await import(pathToFileURL(file).href)) as Chat;
};

describe('the chat of the documentation', () => {
  it('has at most 60 lines', async () => {
    expect((await readFile(page, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('answers with citations, asks back, and shows markup as text', async () => {
    const server = await sharedServer();
    const markup = '<b id="mine">Zorbamine</b> 5 mg is given for zorbitis <script>alert(1)</script>.';
    await server.ingest(`Zorbitis\n\nFor zorbitis: ${markup}\n`, 'zorbitis.txt');
    await server.settled();
    const client = createClient({ url: server.url, token: async () => testToken });
    const { Chat } = await loadChat();
    const chat = await openReactPage(() => createElement(Chat, { client }));
    await chat.type('Question', 'epinephrine dose in anaphylaxis for a child');
    await chat.click('Ask');
    await expect.poll(chat.text).toContain('No clinician has checked it.');
    expect(chat.text()).toMatch(/0\.01 mg\/kg.*\[1\]/s);

    await chat.type('Question', 'What is the dose of zorbamine in zorbitis?');
    await chat.click('Ask');
    await expect.poll(chat.text).toContain('zorbitis <script>');
    expect(chat.count('#mine, script')).toBe(0);

    await chat.type('Question', '');
    await chat.click('Ask');
    await expect.poll(() => chat.count('[role="alert"]')).toBe(1);
    await chat.close();
  });
});
