import { describe, expect, it } from 'vitest';
import { consoleServer, hasBrowser, openConsole, refusalOf } from '../support/console-in-browser.ts';

const SECTIONS = [
  'Projections',
  'Parked events',
  'Nodes',
  'Questions',
  'Tool calls',
  'Costs',
  'Embedding',
  'Backups',
  'Doctor',
] as const;
const MARKUP = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';

/** Opens the page as an admin. */
const openOperations = async (person: string, options: Parameters<typeof openConsole>[0] = {}) => {
  const opened = await openConsole({ person, roles: ['admin'], at: '/console/operations', ...options });
  await opened.page.getByRole('heading', { name: 'Read models and index' }).waitFor();
  return opened;
};

describe.skipIf(!hasBrowser)('the page for operations', () => {
  it('shows how far projections are, and rebuilds one with a reason, by keyboard', async () => {
    const { page, server, picture, expectAccessible, close } = await openOperations('operations-1');
    const table = page.getByRole('table').first();
    expect(await table.textContent()).toContain('audit-entries');
    await expectAccessible();
    await picture('operations');
    await page.getByRole('button', { name: 'Rebuild timers …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Rebuild timers?' });
    await dialog.getByLabel('Reason').waitFor();
    await dialog.getByRole('button', { name: 'Rebuild' }).click();
    await dialog.getByText('Give a reason').waitFor();
    await dialog.getByLabel('Reason').fill('A timer is missing from the list.');
    await expectAccessible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Generation \d+ of timers is being built\.$/).waitFor();
    const { events } = await server.get('/api/audit/streams/projection-timers');
    expect(JSON.stringify(events)).toContain('A timer is missing from the list.');
    await close();
  });

  it('draws the times of questions, with the same numbers as a table', async () => {
    const server = await consoleServer();
    await server.ask('naloxone dose');
    const { page, picture, expectAccessible, close } = await openOperations('operations-2');
    await page.getByRole('link', { name: 'Questions' }).click();
    const plot = page.getByRole('figure', { name: 'Time to the answer' });
    await plot.getByText('Numbers').click();
    await plot.getByRole('columnheader', { name: 'p95' }).waitFor();
    await expect.poll(() => plot.getByRole('cell', { name: /\d (ms|s)$/ }).count()).toBeGreaterThan(1);
    await page.getByLabel('Span').selectOption('Last 7 days');
    expect(page.url()).toContain('span=7d');
    await expectAccessible();
    await picture('operations-questions');
    await close();
  });

  it('shows parked events as text, and replays one', async () => {
    const { page, context, close } = await openOperations('operations-3');
    const event = {
      consumer: 'indexing-worker',
      eventId: '01890a5d-ac96-774b-bcce-b302099a8057',
      eventType: 'IndexingRequested',
      streamId: `document-${'a'.repeat(8)}`,
      position: 7,
      attempts: 5,
      reason: 'timeout',
      message: MARKUP,
      waitsBehind: null,
      untold: null,
      parkedAt: '2026-11-30T08:00:00.000Z',
      replayRequestedAt: null,
    };
    await context.route('**/api/admin/consumers/parked*', (route) =>
      route.fulfill({ json: { success: true, data: [event], metadata: { position: 7 } } }),
    );
    await context.route('**/api/commands/ReplayParkedEvent', (route) => route.fulfill(refusalOf('conflict')));
    await page.getByRole('link', { name: 'Parked events' }).click();
    await page.getByText(MARKUP).waitFor();
    expect(await page.evaluate('"ran" in window')).toBe(false);
    const sent = page.waitForRequest('**/api/commands/ReplayParkedEvent');
    await page.getByRole('button', { name: /^Replay IndexingRequested/ }).click();
    expect((await sent).postDataJSON()).toEqual({ consumer: event.consumer, eventId: event.eventId });
    // Another operator replayed it first.
    await page.getByRole('alert').getByText('This has changed in the meantime').waitFor();
    await close();
  });

  it('keeps a dialog open when the server refuses, and says why', async () => {
    const { page, context, close } = await openOperations('operations-4');
    await context.route('**/api/commands/ResetProjection', (route) => route.fulfill(refusalOf('conflict')));
    await page.getByRole('button', { name: 'Rebuild tokens …' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').fill('A token is missing.');
    await dialog.getByRole('button', { name: 'Rebuild' }).click();
    await dialog.getByRole('alert').getByText('This has changed in the meantime').waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('A token is missing.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('is not offered to clinicians, and says what an address of it needs', async () => {
    const { page, close } = await openConsole({ person: 'operations-5' });
    await page.getByRole('link', { name: 'Ask' }).waitFor();
    expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0);
    await page.goto('/console/operations/costs');
    await page.getByText('It needs the permission costs:read.').waitFor();
    await close();
  });

  it('says what the server refuses to show', async () => {
    const { page, context, close } = await openOperations('operations-6');
    await context.route('**/api/admin/costs*', (route) => route.fulfill(refusalOf('permission_denied')));
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.getByRole('alert').getByText('You may not do this').waitFor();
    await close();
  });

  it('examines the installation, and shows the findings', async () => {
    const { page, picture, expectAccessible, close } = await openOperations('operations-7');
    await page.getByRole('link', { name: 'Doctor' }).click();
    await page.getByRole('button', { name: 'Examine' }).click();
    await page.getByText(/\d+ findings? in all\./).waitFor();
    await expectAccessible();
    await picture('operations-doctor');
    await close();
  });

  it.each(['light', 'dark'] as const)(
    'fits a phone in the %s theme, section by section',
    async (colorScheme) => {
      const opened = await openOperations(`operations-phone-${colorScheme}`, {
        viewport: { width: 360, height: 740 },
        colorScheme,
      });
      const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
      for (const section of SECTIONS) {
        await page.getByRole('link', { name: section, exact: true }).click();
        await page.locator('main h2').first().waitFor();
        await expectNoSidewaysScrolling();
        await expectAccessible();
        await picture(`operations-phone-${colorScheme}-${section.toLowerCase().replace(' ', '-')}`);
      }
      await close();
    },
  );
});
