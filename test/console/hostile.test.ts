import { describe, expect, it } from 'vitest';
import { consoleServer, hasBrowser, openConsole } from '../support/console-in-browser.ts';

const MARKUP = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';

/** Evaluated in the page. */
const HAS_RUN = '"ran" in window';

describe.skipIf(!hasBrowser)('hostile content', () => {
  it('is shown as text, whether a document or its name contains markup', async () => {
    const server = await consoleServer();
    await server.ingest(
      `# Zorbulate ${MARKUP}\n\nGive zorbulate 5 mg ${MARKUP} by mouth once daily. [1](javascript:window.ran=1)\n`,
      `${MARKUP.replaceAll('/', '')}.md`,
      { specialty: 'emergency_medicine' },
    );
    const { page, ask, close } = await openConsole({ person: 'hostile-1' });
    await ask('zorbulate dose');
    await page.getByText('Give zorbulate 5 mg').first().waitFor();
    expect(await page.evaluate(HAS_RUN)).toBe(false);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    await close();
  });

  it('cannot disguise the kind of a file by signs that reverse its name', async () => {
    const server = await consoleServer();
    await server.ingest('# Reversed name\n\nGive reversamide 5 mg.\n', 'plan\u202Efdp.md', {
      specialty: 'emergency_medicine',
    });
    const { page, close } = await openConsole({ person: 'hostile-4', at: '/console/library' });
    await page.getByText('plan\u{fffd}fdp.md').waitFor();
    await page.getByRole('link', { name: 'Reversed name' }).click();
    await page.getByText('All about this version').click();
    await page.getByText('plan\u{fffd}fdp.md').first().waitFor();
    await close();
  });

  it('is shown as text in a question and in the list of conversations', async () => {
    const { page, ask, close } = await openConsole({ person: 'hostile-2' });
    await ask(`naloxone dose ${MARKUP}`);
    await page.getByRole('heading', { name: `naloxone dose ${MARKUP}` }).waitFor();
    expect(await page.evaluate(HAS_RUN)).toBe(false);
    await close();
  });

  it('cannot run a script, because the policy of the page refuses it', async () => {
    const { page, context } = await openConsole({ person: 'hostile-3' });
    await page.evaluate(
      'document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" }))',
    );
    expect(await page.evaluate(HAS_RUN)).toBe(false);
    await context.close();
  });
});
