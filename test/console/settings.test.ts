import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole, tokenOf } from '../support/console-in-browser.ts';

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

  it('close a tool to all but some roles and people, and open it again', async () => {
    const { page, server, picture, expectAccessible, expectNoSidewaysScrolling, close } = await openConsole({
      person: 'settings-3',
      roles: ['admin'],
      at: '/console/settings',
    });
    const tool = 'calculate_medical_score';
    const mayCall = async (person: string): Promise<boolean> => {
      const authorization = `Bearer ${await tokenOf(person)}`;
      const read = await server.request('/api/session', { headers: { authorization } });
      return (await read.text()).includes(`tools:call:${tool}`);
    };
    const save = async (reason: string): Promise<void> => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Change the settings?' });
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByLabel('Restrict a tool').selectOption(tool);
    await page.getByText('This tool is closed to everyone.').waitFor();
    const entry = page.getByRole('group', { name: tool });
    await entry.getByLabel('Administrators').check();
    await entry.getByLabel(`People who may call ${tool}`).fill('dr.okafor\n dr.okafor \n\n');
    await expectAccessible();
    await expectNoSidewaysScrolling();
    await picture('settings-tool-access');
    await save('only after the training');
    await page
      .getByRole('region', { name: 'Changes of the settings' })
      .getByText(`${tool} (admin, @dr.okafor)`)
      .waitFor();
    expect([await mayCall('dr.okafor'), await mayCall('dr.rossi')]).toEqual([true, false]);

    await entry.getByRole('button', { name: `Open to everyone: ${tool}` }).click();
    await save('everyone was trained');
    await expect.poll(() => mayCall('dr.rossi')).toBe(true);
    await close();
  });

  it('have no history that is read before their first change', async () => {
    const { page, close } = await openConsole({ person: 'settings-4', roles: ['compliance'] });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) refused.push(response.url());
    });
    await page.route('**/api/admin/settings', async (route) => {
      const response = await route.fetch();
      const { etag: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto('/console/settings');
    await page.getByText('The settings have never been changed').waitFor();
    expect(refused).toEqual([]);
    await close();
  });

  it('are not offered to people who may not read them', async () => {
    const { page, close } = await openConsole({ person: 'settings-2', at: '/console/settings' });
    await page.getByText('You may not do this').waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await close();
  });
});
