import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';
import { requestTool } from '../support/tool-to-confirm.ts';

describe.skipIf(!hasBrowser)('confirming a tool', () => {
  it('raises a dialog on the open page with everything that will be sent', async () => {
    const { page, expectAccessible, picture, close } = await openConsole({ person: 'confirm-1' });
    const call = await requestTool('confirm-1');
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' });
    await dialog.waitFor();
    const text = await dialog.textContent();
    expect(text).toContain('Details:');
    expect(text).toContain('"patient_id": "p-1"');
    expect(text).toMatch(/\d+ seconds left to answer, until .+ C[DS]T/);
    await expectAccessible();
    await picture('confirm');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed.').waitFor();
    expect(await call.outcome()).toBe('succeeded');
    await close();
  });

  it('takes Escape for a refusal, and never Enter for consent', async () => {
    const { page, close } = await openConsole({ person: 'confirm-2' });
    const field = page.getByLabel('Question', { exact: true });
    await field.fill('naloxone');
    const call = await requestTool('confirm-2');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    // Someone who was typing when it appeared.
    await page.keyboard.press('Enter');
    expect(await dialog.isVisible()).toBe(true);
    // The focus follows a moment later; only then do keys reach the dialog.
    await page.locator('[role=alertdialog]:focus-within').waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByText('Declined: nothing was done.').waitFor();
    expect(await call.outcome()).toBe('declined');
    expect(await field.inputValue()).toBe('naloxone');
    await close();
  });

  it('closes in the other tab when one has answered', async () => {
    const { page, context, close } = await openConsole({ person: 'confirm-3' });
    const other = await context.newPage();
    await other.goto('/console/');
    await other.getByRole('heading', { name: 'Ask' }).waitFor();
    const call = await requestTool('confirm-3');
    for (const tab of [page, other]) await tab.getByRole('alertdialog').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await call.outcome()).toBe('declined');
    await close();
  });
});
