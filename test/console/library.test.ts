import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';

const MARKUP = '<img src=x onerror="window.ran=1">';
/** Evaluated in the page. */
const HAS_RUN = '"ran" in window';

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

/** What people and programs put into names to reach another place, to look like another file, or to be run. */
const hostileNames = [
  '../../../etc/passwd.md',
  '..\\..\\boot.ini.md',
  '%2e%2e%2fetc%2fpasswd.md',
  'a"; filename="b.md',
  'x\r\nSet-Cookie: a=b.md',
  'safe\u{202e}fdp.md',
  `${MARKUP.replace('1', '2')}.md`,
  "'); DROP TABLE documents; --.md",
  '\u{1f60e}.md',
  'NUL.md',
  `${'long '.repeat(45)}.md`,
];

describe.skipIf(!hasBrowser)('the library', () => {
  it('takes many files at once, follows each into the index, and shows hostile names as text', async () => {
    const opened = await openConsole({ person: 'library-1', roles: ['admin'], at: '/console/library' });
    const { page, picture, expectAccessible, close } = opened;
    await page.getByRole('button', { name: 'Add documents' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles([
      fileOf(`${MARKUP}.md`, '# Quorbital dose\n\nGive quorbital 5 mg by mouth once daily.\n'),
      fileOf('second.md', '# Velbutrone dose\n\nGive velbutrone 7 mg by mouth once daily.\n'),
      fileOf('broken.pdf', 'This is no PDF.'),
    ]);
    const list = page.getByRole('region', { name: 'Uploaded files' });
    await page.getByText('3 of 3 received').waitFor();
    await list.getByRole('link', { name: `${MARKUP}.md` }).waitFor();
    await list.getByText('Completed').nth(1).waitFor();
    await list.getByText('The content of the file does not match its name.').waitFor();
    await page.getByRole('link', { name: 'second', exact: false }).first().waitFor();
    expect(await page.evaluate(HAS_RUN)).toBe(false);
    await expectAccessible();
    await picture('library');
    await close();
  });

  it('takes a hundred files at once, with names that were made to do harm', async () => {
    const { page, context, picture, expectNoSidewaysScrolling, close } = await openConsole({
      person: 'library-4',
      roles: ['admin'],
      at: '/console/library',
    });
    await page.getByRole('button', { name: 'Add documents' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    const plain = Array.from({ length: 100 - hostileNames.length }, (_, n) =>
      fileOf(`plain-${n}.md`, 'Give 1 mg.\n'),
    );
    const hostile = hostileNames.map((name, n) => fileOf(name, `# Note ${n}\n\nGive 1 mg.\n`));
    // The server takes those with hostile names, which are sent first. Reading the others would cost too much here.
    let sent = 0;
    await context.route('**/api/commands/IngestDocument', (route) => {
      sent += 1;
      if (sent <= hostile.length) return route.continue();
      const docKey = `protocol-plain-${sent}`;
      const streamId = `document-${docKey}`;
      const started = { docKey, version: 1, jobId: '01a20349-b01b-7254-9aab-418fe6c4d6d7', unchanged: true };
      return route.fulfill({
        json: {
          success: true,
          data: { streamId, revision: 0, position: 1, ...started },
          metadata: { traceId: '0af7651916cd43dd8448eb211c80319c' },
          timestamp: new Date().toISOString(),
        },
      });
    });
    await (await chooser).setFiles([...hostile, ...plain]);
    await page.getByRole('button', { name: 'Clear the list' }).waitFor();
    const list = page.getByRole('region', { name: 'Uploaded files' });
    await picture('library-hostile-names');
    await page.getByText('100 of 100 received').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(100);
    const links = await Promise.all(
      (await list.getByRole('link').all()).map((link) => link.getAttribute('href')),
    );
    // The keys are made from the names: none leaves the library, and none has a part that a browser resolves.
    expect(
      links.filter((href) => !/^\/console\/library\/[a-z0-9._-]+(?:\?version=\d+)?$/.test(href ?? '')),
    ).toEqual([]);
    expect(await list.textContent()).not.toMatch(/[\u{202a}-\u{202e}\r]/u);
    expect(await page.evaluate(HAS_RUN)).toBe(false);
    await expectNoSidewaysScrolling();
    await close();
  });

  it('narrows the list, in an address that can be passed on but names no document', async () => {
    const { page, close } = await openConsole({ person: 'library-2', at: '/console/library' });
    const table = page.getByRole('region', { name: 'Documents' });
    await table.getByRole('link', { name: 'Pediatric Anaphylaxis' }).waitFor();
    await page.getByLabel('Title contains').fill('opioid');
    await table.getByRole('link', { name: 'Pediatric Anaphylaxis' }).waitFor({ state: 'detached' });
    await table.getByRole('link', { name: 'Opioid Overdose' }).waitFor();
    expect(page.url()).not.toContain('opioid');
    await page.getByLabel('Status').selectOption('withdrawn');
    await page.getByText('No document matches the filters').waitFor();
    expect(page.url()).toContain('status=withdrawn');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await table.getByRole('link', { name: 'Pediatric Anaphylaxis' }).waitFor();
    // A clinician reads the library, and is offered nothing that they may not do.
    expect(await page.getByRole('button', { name: 'Add documents' }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Indexing jobs' }).count()).toBe(0);
    await close();
  });

  it.each(['light', 'dark'] as const)(
    'shows the passages of a document beside its pages, on a phone in the %s theme as well',
    async (colorScheme) => {
      const opened = await openConsole({
        person: `library-${colorScheme}`,
        at: '/console/library',
        viewport: { width: 360, height: 740 },
        colorScheme,
      });
      const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = opened;
      await expectNoSidewaysScrolling();
      await expectAccessible();
      await picture(`library-phone-${colorScheme}`);
      await page.getByRole('link', { name: 'Pediatric Anaphylaxis' }).click();
      await page.getByRole('img', { name: /^Page 1 of 2/ }).waitFor();
      await page.getByRole('button', { name: 'Mark passage 1 on the page' }).press('Enter');
      await page.getByRole('button', { name: 'Marked: passage 1' }).waitFor();
      await page.getByRole('img', { name: /^Page 1 of 2/ }).waitFor();
      await expectNoSidewaysScrolling();
      await expectAccessible();
      await picture(`document-phone-${colorScheme}`);
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByRole('region', { name: 'Passages of page 2' }).waitFor();
      expect(page.url()).toContain('page=2');
      await page.getByRole('tab', { name: 'Figures' }).click();
      await page.getByText('This version has no figures').waitFor();
      expect(await page.title()).toBe('Document · Anamnesis');
      await close();
    },
  );

  it('withdraws a document for a reason, unless another person has changed it', async () => {
    const { page, server, close } = await openConsole({
      person: 'library-3',
      roles: ['admin'],
      at: '/console/library',
    });
    await server.ingest('# Mirvalone\n\nGive mirvalone 3 mg.\n', 'mirvalone.md');
    await page.getByLabel('Title contains').fill('mirvalone');
    await page.getByRole('link', { name: /^mirvalone$/i }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Withdraw this document?' });
    await dialog.getByLabel('Reason').fill('no longer in force');
    await page.route('**/api/commands/WithdrawDocument', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'if-match': '"900"' } }),
    );
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await dialog.getByText('This has changed in the meantime').waitFor();
    await page.unroute('**/api/commands/WithdrawDocument');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('no search and no answer uses this document').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await close();
  });
});
