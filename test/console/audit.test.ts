import { beforeAll, describe, expect, it } from 'vitest';
import { consoleServer, hasBrowser, openConsole, refusalOf, tokenOf } from '../support/console-in-browser.ts';

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
  const at = `/console/audit/${section}`;
  const opened = await openConsole({ person, roles: ['compliance'], at, ...options });
  const { page } = opened;
  const reason = page.getByRole('heading', { name: 'Why do you need access?' });
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

  it('shows who saw what of a person and why, without naming the person in any address', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-1', 'timeline');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.getByLabel('Pseudonym').fill(PSEUDONYM);
    await page.keyboard.press('Enter');
    const row = page
      .getByRole('row')
      .filter({ hasText: 'audit-gil' })
      .filter({ hasText: 'ConversationRead' });
    await row.first().waitFor();
    expect(await row.first().textContent()).toContain('break-glass');
    await expectAccessible();
    await picture('audit-timeline');
    expect([...addresses, page.url(), await page.title()].join(' ')).not.toContain(PSEUDONYM);
    // That it was read, and why, is itself in the timeline.
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByLabel('Show').selectOption('everything');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('cell', { name: WHY }).first().waitFor();
    await close();
  });

  it('is where people begin who oversee others and ask nothing themselves', async () => {
    const { page, close } = await openConsole({ person: 'audit-0', roles: ['compliance'] });
    await page.getByRole('heading', { name: 'Trail' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Ask', exact: true }).count()).toBe(0);
    await close();
  });

  it('says where a reason is asked for when someone else’s conversation is opened by its address', async () => {
    const clinician = await openConsole({ person: 'audit-00' });
    await clinician.ask('naloxone dose');
    const { pathname } = new URL(clinician.page.url());
    await clinician.close();
    const { page, close } = await openConsole({ person: 'audit-0', roles: ['compliance'], at: pathname });
    await page.getByRole('alert').getByText('Open it from the audit').waitFor();
    await close();
  });

  it('shows what left the system, and names no person in an address', async () => {
    const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = await openAudit(
      'audit-14',
      'disclosures',
    );
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.getByLabel(/^Pseudonym/).fill(PSEUDONYM);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('What this list leaves out').click();
    await page.getByText('is a use, not a disclosure').waitFor();
    await expectAccessible();
    await expectNoSidewaysScrolling();
    await picture('audit-disclosures');
    expect([...addresses, page.url(), await page.title()].join(' ')).not.toContain(PSEUDONYM);
    await close();
  });

  it('asks for a reason before it shows anything of others', async () => {
    const { page, close } = await openConsole({ person: 'audit-2', roles: ['compliance'] });
    const read: string[] = [];
    page.on('request', (request) => read.push(request.url()));
    await page.goto(`/console/audit/explain/${queryId}`);
    await page.getByRole('heading', { name: 'Why do you need access?' }).waitFor();
    await page.getByLabel('Reason').fill('no');
    await page.keyboard.press('Enter');
    await page.getByText('Give a reason of at least 3 characters.').waitFor();
    expect(read.filter((address) => address.includes('/explain?') || address.endsWith('/explain'))).toEqual(
      [],
    );
    await close();
  });

  it('explains an answer on one page, with hostile content as text', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-3', `explain/${queryId}`);
    await page.getByText(MARKUP).first().waitFor();
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    expect(await page.evaluate('"ran" in window')).toBe(false);
    await expectAccessible();
    await picture('audit-explain');
    await close();
  });

  it('leads from an entry to its chain of causes, and to its stream then and now', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-4', 'trail?type=QueryAnswered');
    await page.getByRole('link', { name: 'Causes' }).first().click();
    await page.getByText('the event that you chose').waitFor();
    await page.getByText('QueryAsked').first().waitFor();
    await expectAccessible();
    await picture('audit-chain');
    await page
      .getByRole('link', { name: /^query-/ })
      .first()
      .click();
    await page.getByLabel('Reason').fill(WHY);
    await page.keyboard.press('Enter');
    const events = page.getByRole('list', { name: 'Events of the stream' });
    await events.getByText('QueryAsked').waitFor();
    const position = /event (\d+)/.exec((await events.textContent()) ?? '')?.[1] ?? '';
    await page.getByLabel('Compare with the state at').fill(position);
    await page.keyboard.press('Enter');
    await page.getByText('Then: 1 event.').waitFor();
    expect(await events.getByText('since then').count()).toBeGreaterThan(0);
    await expectAccessible();
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

  it('signs off a part of the trail', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-13', 'sign-off');
    const open = page.getByRole('region', { name: 'Not reviewed by another person' });
    await open.getByRole('button', { name: /^Sign off events 1 to/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign off a part of the trail' });
    expect(await dialog.getByRole('button', { name: 'Sign off' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Note').fill('Read in full.');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText(/^Events 1 to \d+ are signed off\.$/).waitFor();
    await page.getByRole('cell', { name: 'Read in full.' }).waitFor();
    await picture('audit-sign-off');
    await close();
  });

  it('lets one person request an erasure, and only another one confirm it', async () => {
    const subject = 'audit-patient-9';
    // Without a title nothing about the person would be sealed, so that there would be nothing to erase.
    await send('audit-ada', ['clinician'], 'StartConversation', { subject, title: 'Burn of the left hand' });
    const first = await openAudit('audit-6', 'erasures');
    await first.page.getByRole('button', { name: 'Request an erasure …' }).click();
    const request = first.page.getByRole('alertdialog', { name: 'Request an erasure' });
    // A mistyped pseudonym must not end in a certificate that something was erased.
    await request.getByLabel(/^Pseudonym/).fill('audit-patient-90');
    await request.getByLabel('Reason').fill('Letter of the person of 3 November');
    await request.getByRole('button', { name: 'Request' }).click();
    await request.getByRole('alert').getByText('Nothing is stored under this data subject.').waitFor();
    await first.expectAccessible();
    await request.getByLabel(/^Pseudonym/).fill(subject);
    await request.getByRole('button', { name: 'Request' }).click();
    const own = first.page.getByRole('row').filter({ hasText: subject });
    await own.getByText('another person must confirm').waitFor();
    await first.close();
    const second = await openAudit('audit-7', 'erasures');
    const row = second.page.getByRole('row').filter({ hasText: subject });
    await row.getByRole('button', { name: 'Confirm …' }).click();
    const dialog = second.page.getByRole('alertdialog', { name: 'Confirm the erasure?' });
    const erase = dialog.getByRole('button', { name: 'Erase' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill(`person:${subject}`);
    await second.expectAccessible();
    await second.picture('audit-erasure');
    await erase.click();
    await second.page.getByText('The erasure is confirmed').waitFor();
    await second.close();
  });

  it('holds a person against erasure, tells what an erasure would reach, and releases the hold', async () => {
    const { page, picture, expectAccessible, close } = await openAudit('audit-12', 'subject');
    await page.getByLabel('Pseudonym of the person').fill(PSEUDONYM);
    await page.keyboard.press('Enter');
    await page.getByText('No hold was placed.').waitFor();
    await page.getByRole('button', { name: 'Place a hold …' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await dialog.getByLabel('Reason').fill(`Claim ${MARKUP}`);
    await dialog.getByRole('button', { name: 'Place the hold' }).click();
    await page.getByText('held: cannot be erased').waitFor();
    const holds = page.getByRole('region', { name: 'Holds' });
    await holds.getByText(`Claim ${MARKUP}`).waitFor();
    await page.getByRole('button', { name: 'What would an erasure reach?' }).click();
    await page.getByRole('region', { name: 'What an erasure would reach' }).getByRole('status').waitFor();
    await expectAccessible();
    await picture('audit-holds');
    expect(page.url()).not.toContain(PSEUDONYM);
    await holds.getByRole('button', { name: 'Release …' }).click();
    await dialog.getByLabel('Reason').fill('The claim is settled.');
    await dialog.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByText('kept', { exact: true }).waitFor();
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

  it('says that someone else was faster', async () => {
    const { page, context, close } = await openAudit('audit-11', 'erasures');
    await context.route('**/api/commands/EraseSubject', (route) => route.fulfill(refusalOf('conflict')));
    await page.getByRole('button', { name: 'Request an erasure …' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(/^Pseudonym/).fill('audit-patient-10');
    await dialog.getByLabel('Reason').fill('Letter of the person');
    await dialog.getByRole('button', { name: 'Request' }).click();
    await dialog.getByRole('alert').getByText('This has changed in the meantime').waitFor();
    await close();
  });

  it.each(['light', 'dark'] as const)(
    'fits a phone in the %s theme, section by section',
    async (colorScheme) => {
      const viewport = { width: 360, height: 740 };
      const opened = await openAudit(`audit-phone-${colorScheme}`, `explain/${queryId}`, {
        viewport,
        colorScheme,
      });
      const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
      await page.getByRole('heading', { name: 'Who saw it' }).waitFor();
      await expectNoSidewaysScrolling();
      await picture(`audit-phone-${colorScheme}-explain`);
      for (const section of [
        'Trail',
        'Timeline',
        'Disclosures',
        'Streams',
        'Reviews',
        'Break-glass',
        'Sign-off',
        'Erasure',
        'Export',
      ]) {
        await page.getByRole('link', { name: section, exact: true }).click();
        await page.getByRole('heading', { level: 2, name: section }).waitFor();
        await expectNoSidewaysScrolling();
        await expectAccessible();
        await picture(`audit-phone-${colorScheme}-${section.toLowerCase()}`);
      }
      await close();
    },
  );
});
