import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';

describe.skipIf(!hasBrowser)('the page to test tools', () => {
  it('executes a tool by keyboard, from a form or from JSON, and shows its result, time and metrics', async () => {
    const opened = await openConsole({
      person: 'tools-1',
      at: '/console/tools?tool=lookup_medical_abbreviation',
    });
    const { page, picture, expectAccessible, close } = opened;
    await page.getByRole('textbox', { name: 'Abbreviation' }).fill('MS');
    await page.keyboard.press('Enter');
    const result = page.getByRole('region', { name: 'Result of the tool' });
    await result.getByText('morphine sulfate').waitFor();
    await page.getByText('Execution time').waitFor();
    await page.getByRole('region', { name: 'Your recent calls', exact: true }).waitFor();
    await expectAccessible();
    await picture('tools');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByRole('textbox', { name: 'Arguments' });
    expect(JSON.parse(await json.inputValue())).toEqual({ abbreviation: 'MS' });
    await json.fill('{"abbreviation": ');
    await page.getByText('This is not JSON').waitFor();
    expect(await page.getByRole('button', { name: 'Execute' }).isDisabled()).toBe(true);
    await json.fill('{"abbreviation": "<img src=x onerror=window.ran=1>"}');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Your recent calls').waitFor();
    expect(await page.evaluate('"ran" in window')).toBe(false);
    await close();
  });

  it('names the arguments that a tool does not take, and tools that are not set up', async () => {
    const { page, close } = await openConsole({
      person: 'tools-2',
      at: '/console/tools?tool=interpret_lab_values',
    });
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Arguments' }).fill('{"values": []}');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Tool', { exact: true }).selectOption('send_email');
    await page.getByText('Not set up here').waitFor();
    expect(await page.getByRole('button', { name: 'Execute' }).count()).toBe(0);
    await close();
  });

  it('calculates by a form with units and publications, also on a phone in the dark', async () => {
    const opened = await openConsole({
      person: 'tools-3',
      at: '/console/tools?view=calculators&calculator=bmi',
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
    await page.getByRole('button', { name: 'Fill in the example' }).click();
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.getByText('Computed as published').waitFor();
    await page.getByRole('region', { name: 'Published in' }).waitFor();
    await expectNoSidewaysScrolling();
    await expectAccessible();
    await picture('calculator-phone-dark');
    // Other values than those that the result is for take it away.
    await page.getByRole('textbox', { name: /weight/i }).fill('80');
    await page.getByText('The result appears here').waitFor();
    await close();
  });
});
