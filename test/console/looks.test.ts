import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';

const NARROW = { width: 360, height: 740 };
const schemes = ['light', 'dark'] as const;

describe.skipIf(!hasBrowser)('the looks of the console', () => {
  it.each(schemes)(
    'fits a phone in the %s theme, with nothing that hinders assistive technology',
    async (scheme) => {
      const opened = await openConsole({ person: `phone-${scheme}`, viewport: NARROW, colorScheme: scheme });
      const { page, ask, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
      await ask('pediatric epinephrine dose for anaphylaxis');
      await expectNoSidewaysScrolling();
      await expectAccessible();
      await picture(`ask-phone-${scheme}`);
      await page
        .getByRole('button', { name: /^Source 1/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Source' });
      await dialog.getByRole('img').waitFor();
      await expectAccessible();
      await picture(`source-phone-${scheme}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await expectNoSidewaysScrolling();
      await picture(`menu-phone-${scheme}`);
      await close();
    },
  );

  it('has no fault for assistive technology in the dark theme on a wide screen', async () => {
    const opened = await openConsole({
      person: 'wide-dark',
      viewport: { width: 1920, height: 1080 },
      colorScheme: 'dark',
    });
    await opened.ask('pediatric epinephrine dose for anaphylaxis');
    await opened.page.getByRole('img', { name: /^Page 1/ }).waitFor();
    await opened.expectAccessible();
    await opened.expectNoSidewaysScrolling();
    await opened.picture('ask-wide-dark');
    await opened.close();
  });

  it('reaches everything by keyboard, in the order of the page', async () => {
    const { page, close } = await openConsole({ person: 'keyboard' });
    await page.getByRole('heading', { name: 'Ask' }).waitFor();
    const reached: string[] = [];
    for (let press = 0; press < 16; press += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate<string>(
          'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
        ),
      );
    }
    expect(reached[0]).toBe('Skip to the page');
    for (const name of ['Anamnesis', 'Ask', 'Sign out', 'New conversation', 'Preferences'])
      expect(reached).toContain(name);
    await close();
  });
});
