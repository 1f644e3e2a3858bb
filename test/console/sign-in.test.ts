import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasBrowser, openConsole, tokenOf } from '../support/console-in-browser.ts';

const issued = z.object({ data: z.object({ url: z.string() }) });

describe.skipIf(!hasBrowser)('signing in to the console', () => {
  it('works by keyboard alone, and leaves the token where no script can read it', async () => {
    const { page, context, expectAccessible, picture, close } = await openConsole();
    await page.getByLabel('Access token').waitFor();
    await expectAccessible();
    await picture('sign-in');
    const token = await tokenOf('sign-in-1');
    // The first field of the page.
    await page.keyboard.press('Tab');
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask' }).waitFor();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'anamnesis_session', httpOnly: true, sameSite: 'Strict' });
    const kept = await page.evaluate<string>(
      'JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)])',
    );
    expect(kept).not.toContain(token);
    expect(page.url()).not.toContain(token);
    await close();
  });

  it('keeps the session when the page is loaded again', async () => {
    const { page, close } = await openConsole({ person: 'sign-in-2' });
    await page.reload();
    await page.getByRole('heading', { name: 'Ask' }).waitFor();
    expect(await page.getByText('sign-in-2').count()).toBe(1);
    await close();
  });

  it('opens the page that an address without its first part names', async () => {
    const { page, close } = await openConsole({ person: 'sign-in-9', at: '/library?status=failed' });
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/library');
    expect(new URL(page.url()).search).toBe('?status=failed');
    await close();
  });

  it('says that a token is not accepted', async () => {
    const { page, close } = await openConsole();
    await page.getByLabel('Access token').fill('anm_not-a-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('does not accept this token');
    await close();
  });

  it('signs out in all tabs, and returns to the page that was open', async () => {
    const { page, context, close } = await openConsole({ person: 'sign-in-3' });
    const other = await context.newPage();
    await other.goto('/console/');
    await other.getByRole('heading', { name: 'Ask' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByText('You are signed out.').waitFor();
    expect(await context.cookies()).toEqual([]);
    await other.getByLabel('Access token').fill(await tokenOf('sign-in-3'));
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Ask' }).waitFor();
    await close();
  });

  it('asks to sign in again when the session was ended elsewhere', async () => {
    const { page, context, ask, close } = await openConsole({ person: 'sign-in-4' });
    await context.clearCookies();
    await page.getByLabel('Question', { exact: true }).fill('naloxone dose');
    await page.keyboard.press('Enter');
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Access token').fill(await tokenOf('sign-in-4'));
    await page.keyboard.press('Enter');
    await ask('naloxone dose');
    await close();
  });

  it('shows and does nothing in the name of a person who signs in in another tab', async () => {
    const { page, context, server, ask, picture, close } = await openConsole({ person: 'sign-in-5' });
    await ask('naloxone dose');
    const link = await server.request('/api/sign-in-links', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenOf('sign-in-admin', ['admin'])}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token: await tokenOf('sign-in-6') }),
    });
    const { url } = issued.parse(await link.json()).data;
    const other = await context.newPage();
    await other.goto(url);
    await other.getByText('sign-in-6').waitFor();
    await page.getByText('Someone else has signed in in another tab').waitFor();
    expect(await page.getByText('naloxone').count()).toBe(0);
    await picture('sign-in-replaced');
    // Who signs in here takes the session from there.
    await page.getByLabel('Access token').fill(await tokenOf('sign-in-5'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'naloxone dose' }).waitFor();
    await other.getByText('Someone else has signed in in another tab').waitFor();
    await close();
  });

  it('asks in no one else’s name, though no news of the other tab arrives', async () => {
    const { page, context, close } = await openConsole({ person: 'sign-in-7' });
    await page.getByRole('textbox', { name: 'Question' }).fill('naloxone dose');
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/AskQuery')) asked.push(response.status());
    });
    // The cookie of another person, as after signing in in a window that shares cookies only.
    const { context: elsewhere } = await openConsole({ person: 'sign-in-8' });
    await context.addCookies(await elsewhere.cookies());
    await elsewhere.close();
    await page.keyboard.press('Enter');
    await page.getByText('Someone else has signed in in another tab').waitFor();
    expect(asked.filter((status) => status < 400)).toEqual([]);
    await close();
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
  ])('leads to the first page, never to %s', async (to) => {
    const { page, close } = await openConsole();
    await page.goto(`/console/sign-in?to=${to}&problem=__proto__`);
    await page.getByLabel('Access token').fill(await tokenOf('sign-in-9'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/');
    await close();
  });

  it('names an environment that is not for patients', async () => {
    const { page, close } = await openConsole();
    await page.getByText('Environment: test').waitFor();
    expect(await page.getByText('not for the care of patients').count()).toBe(1);
    await close();
  });
});
