import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole, refusalOf, tokenOf } from '../support/console-in-browser.ts';
import { requestTool } from '../support/tool-to-confirm.ts';

const ANSWERED = 'Not checked by a clinician';

describe.skipIf(!hasBrowser)('the console, when something comes between', () => {
  it('goes on with the stream of an answer where it was cut', async () => {
    const { page, context, close } = await openConsole({ person: 'disturbed-1' });
    const resumedFrom: (string | null)[] = [];
    let cutAfter: string | undefined;
    await context.route('**/api/queries/*/stream*', async (route) => {
      resumedFrom.push(await route.request().headerValue('last-event-id'));
      if (cutAfter !== undefined) return route.continue();
      const whole = await route.fetch();
      const frames = (await whole.text()).split('\n\n').filter((frame) => frame.includes('id: '));
      const first = frames.slice(0, 2);
      cutAfter = /^id: (.+)$/m.exec(first.at(-1) ?? '')?.[1];
      return route.fulfill({ response: whole, body: `${first.join('\n\n')}\n\n` });
    });
    // However fast the answer is, the page first shows a question without one, and follows its stream.
    await context.route('**/api/conversations/*', async (route) => {
      const response = await route.fetch();
      if (cutAfter !== undefined) return route.fulfill({ response });
      const read: { data: { queries: object[] } } = await response.json();
      const queries = read.data.queries.map((query) => ({ ...query, status: 'pending' }));
      return route.fulfill({ response, json: { ...read, data: { ...read.data, queries } } });
    });
    await page.getByLabel('Question', { exact: true }).fill('naloxone dose');
    await page.keyboard.press('Enter');
    await page.getByText(ANSWERED, { exact: true }).waitFor();
    expect(cutAfter).toMatch(/^\d+/);
    expect(resumedFrom).toEqual([null, cutAfter]);
    await close();
  });

  it('takes one of two answers that two tabs give at the same time, and says so in the other', async () => {
    const { page, context, close } = await openConsole({ person: 'disturbed-2' });
    const other = await context.newPage();
    await other.goto('/console/');
    await other.getByRole('heading', { name: 'Ask' }).waitFor();
    const call = await requestTool('disturbed-2');
    for (const tab of [page, other]) await tab.getByRole('alertdialog').waitFor();
    // Both answers are on their way before either arrives.
    const held: (() => void)[] = [];
    await context.route('**/api/commands/ConfirmTool', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => held.length).toBe(2);
    for (const release of held) release();
    const confirmed = page.getByText('Confirmed.');
    const declined = other.getByText('Declined: nothing was done.');
    await confirmed.or(page.getByText('It was answered elsewhere')).waitFor();
    await declined.or(other.getByText('It was answered elsewhere')).waitFor();
    const outcome = await call.outcome();
    expect([await confirmed.count(), await declined.count()]).toEqual(
      outcome === 'succeeded' ? [1, 0] : [0, 1],
    );
    for (const tab of [page, other]) expect(await tab.getByRole('alertdialog').count()).toBe(0);
    await close();
  });

  it('asks once, though the server was away for a moment', async () => {
    const { page, context, ask, close } = await openConsole({ person: 'disturbed-3' });
    await context.route('**/api/commands/AskQuery', (route) => route.fulfill(refusalOf('unavailable')), {
      times: 1,
    });
    await ask('naloxone dose');
    expect(await page.getByRole('heading', { name: 'naloxone dose' }).count()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('says that the server is not available and for how long, and reads again on request', async () => {
    const opened = await openConsole({ person: 'disturbed-4' });
    const { page, context, picture, expectAccessible, close } = opened;
    const catalogue = /\/api\/documents(?:\?|$)/;
    await context.route(catalogue, (route) => route.fulfill(refusalOf('unavailable', { retryAfter: 600 })));
    await page.getByRole('link', { name: 'Library' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The server is not available at the moment').waitFor();
    await alert.getByText('Try again in 600 seconds.').waitFor();
    await expectAccessible();
    await picture('unavailable');
    await context.unroute(catalogue);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Pediatric Anaphylaxis' }).waitFor();
    expect(await alert.count()).toBe(0);
    await close();
  });

  it('says that there were too many requests, and what was typed stays', async () => {
    const { page, context, close } = await openConsole({
      person: 'disturbed-5',
      roles: ['admin'],
      at: '/console/settings',
    });
    await context.route('**/api/commands/ChangeSettings', (route) =>
      route.fulfill(refusalOf('rate_limit_exceeded', { retryAfter: 120 })),
    );
    await page.getByLabel('Maximum tokens').fill('777');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByLabel('Reason').fill('Shorter answers');
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click();
    await page.getByRole('alert').getByText('Too many requests').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Maximum tokens').inputValue()).toBe('777');
    await close();
  });

  it('sends what was asked while the device was offline as soon as it is back', async () => {
    const { page, context, close } = await openConsole({ person: 'disturbed-6' });
    await page.getByLabel('Question', { exact: true }).fill('naloxone dose');
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await page.getByText('This device is offline').waitFor();
    await context.setOffline(false);
    await page.getByText(ANSWERED, { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'naloxone dose' }).count()).toBe(1);
    await close();
  });

  it('returns to the same page with the same filters when the session ends in the middle of work', async () => {
    const { page, context, close } = await openConsole({
      person: 'disturbed-7',
      at: '/console/library?status=searchable',
    });
    await page.getByRole('link', { name: 'Pediatric Anaphylaxis' }).waitFor();
    await context.clearCookies();
    await page.getByLabel('Kind').selectOption('protocol');
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Access token').fill(await tokenOf('disturbed-7'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('status'), searchParams.get('sourceType')]).toEqual([
      '/console/library',
      'searchable',
      'protocol',
    ]);
    await close();
  });

  it('keeps a question that was being typed when the session ended, for the same person only', async () => {
    const { page, context, close } = await openConsole({ person: 'disturbed-9' });
    const question = page.getByRole('textbox', { name: 'Question' });
    const signIn = async (person: string): Promise<void> => {
      await page.getByLabel('Access token').fill(await tokenOf(person));
      await page.keyboard.press('Enter');
      await question.waitFor();
    };
    const sendWithoutSession = async (): Promise<void> => {
      await context.clearCookies();
      await question.press('Enter');
      await page.getByText('Your session has ended').waitFor();
    };
    await question.fill('may epinephrine be repeated');
    await sendWithoutSession();
    await signIn('disturbed-9');
    expect(await question.inputValue()).toBe('may epinephrine be repeated');
    await sendWithoutSession();
    await signIn('disturbed-10');
    expect(await question.inputValue()).toBe('');
    await close();
  });

  it('asks to reload when the server no longer has a part of the page', async () => {
    const { page, context, expectAccessible, close } = await openConsole({ person: 'disturbed-11' });
    await context.route('**/assets/tools-page*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Tools' }).click();
    await page.getByText('This page does not work').waitFor();
    await expectAccessible();
    await context.unroute('**/assets/tools-page*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Tools' }).waitFor();
    await close();
  });

  it('says why the organization did not sign someone in, and offers the other way', async () => {
    const { page, picture, expectAccessible, close } = await openConsole();
    await page.goto('/console/sign-in?problem=unauthenticated');
    await page.getByRole('alert').getByText('Your organization did not sign you in').waitFor();
    await expectAccessible();
    await picture('sign-in-refused');
    await page.getByLabel('Access token').fill(await tokenOf('disturbed-8'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask' }).waitFor();
    await close();
  });
});
