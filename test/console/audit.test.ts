import { beforeAll, describe, expect, it } from 'vitest';
import { consoleServer, hasBrowser, openConsole, tokenOf } from '../support/console-in-browser.ts';

const MARKUP = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const PSEUDONYM = 'audit-patient-4711';
const WHY = 'Complaint 12 of 2026';

const send = async (person: string, roles: Parameters<typeof tokenOf>[1], command: string, body: object) => {
  const server = await consoleServer();
  const authorization = `Bearer ${await tokenOf(person, roles)}`;
  const answer = await server.post(`/api/commands/${command}`, body, { authorization, prefer: 'wait=30' });
  const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, string>> };
  return data;
};

/** A question about a patient, asked by one person and opened by another in an emergency. */
const prepare = async () => {
  const { conversationId } = await send('audit-ada', ['clinician'], 'StartConversation', {
    subject: PSEUDONYM,
  });
  const { queryId } = await send('audit-ada', ['clinician'], 'AskQuery', {
    question: `naloxone dose ${MARKUP}`,
    conversationId,
  });
  await send('audit-gil', ['clinician'], 'BreakGlass', { conversationId, reason: `Unconscious ${MARKUP}` });
  const server = await consoleServer();
  const authorization = `Bearer ${await tokenOf('audit-gil', ['clinician'])}`;
  await server.request(`/api/conversations/${conversationId}`, { headers: { authorization } });
  return { queryId: queryId ?? '' };
};

/** Opens a section as compliance; gives the reason if it asks for one. */
const openAudit = async (
  person: string,
  section: string,
  options: Parameters<typeof openConsole>[0] = {},
) => {
  const opened = await openConsole({ person, roles: ['compliance'], ...options });
  const { page } = opened;
  await page.goto(`/console/audit/${section}`);
  const reason = page.getByRole('heading', { name: 'Why do you look?' });
  await page.locator('main h2').first().waitFor();
  if ((await reason.count()) > 0) {
    await page.getByLabel('Reason').fill(WHY);
    await page.keyboard.press('Enter');
    await reason.waitFor({ state: 'detached' });
  }
  return opened;
};

describe.skipIf(!hasBrowser)('the audit', () => {
  let queryId: string;
  beforeAll(async () => {
    ({ queryId } = await prepare());
  });

  it('asks for a reason before it shows anything of others', async () => {
    const { page, close } = await openConsole({ person: 'audit-2', roles: ['compliance'] });
    const read: string[] = [];
    page.on('request', (request) => read.push(request.url()));
    await page.goto(`/console/audit/explain/${queryId}`);
    await page.getByRole('heading', { name: 'Why do you look?' }).waitFor();
    await page.getByLabel('Reason').fill('no');
    await page.keyboard.press('Enter');
    await page.getByText('Give a reason of at least 3 characters.').waitFor();
    expect(read.filter((address) => address.includes('/explain?') || address.endsWith('/explain'))).toEqual(
      [],
    );
    await close();
  });

  it('takes the judgement on emergency access', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-5', 'break-glass');
    const row = page.getByRole('row').filter({ hasText: 'audit-gil' }).first();
    await row.getByText(MARKUP).waitFor();
    await row.getByRole('button', { name: 'Review …' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Review the access of audit-gil' });
    await dialog.getByLabel('Note').fill('Confirmed with the ward.');
    await expectAccessible();
    await picture('audit-break-glass');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByText('The review is recorded.').waitFor();
    await row.getByText('Confirmed with the ward.').waitFor();
    expect(await page.evaluate('"ran" in window')).toBe(false);
    await close();
  });

  it('exports the log as a file', async () => {
    const { page, close } = await openAudit('audit-8', 'export');
    await page.getByLabel('Format').selectOption('CSV, with content');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d+-\d+\.csv$/);
    await close();
  });

  it('shows admins the trail without content, and nothing of it to clinicians', async () => {
    const admin = await openConsole({ person: 'audit-9', roles: ['admin'] });
    await admin.page.goto('/console/audit/trail');
    await admin.page.getByRole('row').nth(1).waitFor();
    for (const name of ['Timeline', 'Export', 'Break-glass'])
      expect(await admin.page.getByRole('link', { name }).count(), name).toBe(0);
    await admin.close();
    const clinician = await openConsole({ person: 'audit-10' });
    await clinician.page.getByRole('link', { name: 'Ask' }).waitFor();
    expect(await clinician.page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    await clinician.page.goto('/console/audit/trail');
    await clinician.page.getByRole('alert').getByText('You may not do this').waitFor();
    await clinician.close();
  });
});
