import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole, tokenOf } from '../support/console-in-browser.ts';

const QUESTION = 'pediatric epinephrine dose for anaphylaxis';

describe.skipIf(!hasBrowser)('the page to ask on', () => {
  it('answers with citations, beside the picture of the page with the quoted lines marked', async () => {
    const { page, ask, picture, expectAccessible, close } = await openConsole({ person: 'ask-1' });
    await ask(QUESTION);
    const shown = page.getByRole('img', { name: /^Page 1 of 2/ });
    await shown.waitFor();
    await expectAccessible();
    await picture('ask');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('img', { name: /^Page 2 of 2/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText('150 %').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Open file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pediatric-anaphylaxis.pdf');
    await close();
  });

  it('takes follow-ups in the same conversation, which is still there after a reload', async () => {
    const { page, ask, close } = await openConsole({ person: 'ask-2' });
    await ask(QUESTION);
    await ask('and how often may it be repeated?');
    expect(page.url()).toMatch(/\/console\/conversations\/[0-9a-f-]{36}$/);
    expect(await page.title()).toBe('Ask · Anamnesis');
    await page.reload();
    await page.getByRole('heading', { name: 'and how often may it be repeated?' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Conversations' });
    expect(await list.getByRole('link', { name: QUESTION }).count()).toBe(1);
    await close();
  });

  it('sends the clinical context as fields, and refuses a number that no patient has', async () => {
    const { page, ask, server, close } = await openConsole({ person: 'ask-3' });
    await page.getByText('no details given').click();
    await page.getByText('no names, no record numbers').waitFor();
    await page.getByLabel('Age', { exact: true }).fill('200');
    await page.getByText('Enter a number from 0 to 130.').waitFor();
    await page.getByLabel('Age', { exact: true }).fill('4');
    await page.getByLabel('Weight').fill('16,5');
    await page.getByLabel('Allergies').fill('penicillin, latex');
    await ask(QUESTION);
    const id = page.url().split('/').at(-1) ?? '';
    const authorization = `Bearer ${await tokenOf('ask-3')}`;
    const read = await server.request(`/api/conversations/${id}`, { headers: { authorization } });
    expect(await read.json()).toMatchObject({
      data: {
        clinicalContext: { patientAge: 4, patientWeight: 16.5, allergies: ['penicillin', 'latex'] },
      },
    });
    await page.getByText('4 years · 16.5 kg · allergies: penicillin, latex').waitFor();
    await close();
  });

  it('takes feedback with one click', async () => {
    const { page, ask, close } = await openConsole({ person: 'ask-4' });
    await ask('naloxone dose');
    await page.getByRole('button', { name: 'Helpful' }).click();
    await page.getByText('your feedback is recorded').waitFor();
    await close();
  });

  it('shows citations in the way that the person prefers', async () => {
    const { page, ask, close } = await openConsole({ person: 'ask-5' });
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByLabel('Citation style').selectOption('Vancouver');
    await page.getByLabel('Show citations').selectOption('sidebar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await ask('naloxone dose');
    const beside = page.getByRole('complementary', { name: 'Source' });
    await beside.getByRole('heading', { name: 'Sources' }).waitFor();
    expect(await beside.locator('blockquote').first().textContent()).toContain('aloxone');
    await close();
  });

  it('answers though the connection breaks in the middle', async () => {
    const { page, context, close } = await openConsole({ person: 'ask-6' });
    await context.route('**/api/queries/*/stream', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Question', { exact: true }).fill('naloxone dose');
    await page.keyboard.press('Enter');
    await page.getByText('Not checked by a clinician', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'naloxone dose' }).count()).toBe(1);
    await close();
  });

  it('says why a question was refused, and keeps its text', async () => {
    const { page, context, close } = await openConsole({ person: 'ask-7' });
    const message = 'Too many questions.';
    const body = {
      type: 'about:blank',
      title: message,
      status: 429,
      detail: message,
      success: false,
      error: { code: 'rate_limit_exceeded', message, retryAfter: 3600 },
      metadata: { traceId: '0af7651916cd43dd8448eb211c80319c' },
      timestamp: '2026-01-01T00:00:00.000Z',
    };
    await context.route('**/api/commands/StartConversation', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify(body),
        headers: { 'Retry-After': '3600' },
      }),
    );
    await page.getByLabel('Question', { exact: true }).fill('naloxone dose');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Too many requests');
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('naloxone dose');
    await close();
  });

  it('says that the device is offline, and goes on when it is back', async () => {
    const { page, context, ask, close } = await openConsole({ person: 'ask-10' });
    await context.setOffline(true);
    await page.getByText('This device is offline').waitFor();
    await context.setOffline(false);
    await page.getByText('This device is offline').waitFor({ state: 'detached' });
    await ask('naloxone dose');
    await close();
  });

  it('shows no other person’s conversation', async () => {
    const first = await openConsole({ person: 'ask-8' });
    await first.ask('naloxone dose');
    const address = first.page.url();
    await first.close();
    const { page, close } = await openConsole({ person: 'ask-9' });
    await page.goto(address);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Not found');
    await close();
  });
});
