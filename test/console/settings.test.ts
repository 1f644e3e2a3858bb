import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';

describe.skipIf(!hasBrowser)('the settings', () => {
  it('are changed for a reason, shown with their history, and reset, on a phone in the dark', async () => {
    const opened = await openConsole({
      person: 'settings-1',
      roles: ['admin'],
      at: '/console/settings',
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
    await page.getByRole('textbox', { name: 'Temperature' }).fill('3');
    await page.getByText('A number from 0 to 2.').waitFor();
    await page.getByRole('textbox', { name: 'Temperature' }).fill('0.25');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Change the settings?' });
    await dialog.getByText('0.3 → 0.25').waitFor();
    await dialog.getByLabel('Reason').fill('less variety <b>in answers</b>');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Change' }).click();
    const history = page.getByRole('region', { name: 'Changes of the settings' });
    await history.getByText('less variety <b>in answers</b>').waitFor();
    await expectNoSidewaysScrolling();
    await expectAccessible();
    await picture('settings-phone-dark');
    await page.getByRole('button', { name: 'Reset Temperature' }).click();
    await dialog.getByLabel('Reason').fill('back to the default');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Reset Temperature' }).waitFor({ state: 'detached' });
    await close();
  });

  it('are not offered to people who may not read them', async () => {
    const { page, close } = await openConsole({ person: 'settings-2', at: '/console/settings' });
    await page.getByText('You may not do this').waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await close();
  });
});
