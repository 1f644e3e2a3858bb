import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesFolder } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const docKey = 'guideline-pediatric-anaphylaxis';
const sample = join(samplesFolder, 'pediatric-anaphylaxis.pdf');

describe('a document on the command line', () => {
  let folder: string;
  let cli: SharedServer['cli'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-cli-'));
    ({ cli } = await sharedServer());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is shown page by page, as cleaned and as extracted', async () => {
    const first = await cli('documents', 'show', docKey);
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toContain(`${docKey}, version 1, page 1 of 2`);
    expect(first.out).toContain('Pediatric epinephrine dose for anaphylaxis: 0.01 mg/kg IM');
    const json = JSON.parse((await cli('documents', 'show', docKey, '--page', '2', '--json')).out);
    expect(json).toMatchObject({ page: 2, pages: 2, readBy: 'native' });
    const extracted = await cli(
      'documents',
      'show',
      docKey,
      '--page',
      '2',
      '--document-version',
      '1',
      '--extracted',
    );
    expect(extracted.out).toBe(`${json.text}\n`);
    expect(extracted.out).not.toBe(`${json.cleanedText}\n`);
  });

  it('is shown with what was left out of its text', async () => {
    const file = join(folder, 'draft.md');
    await writeFile(file, '# Sedation on transfer\n\nGive ~~20 mg~~ 2 mg of midazolam slowly.\n');
    expect(await cli('ingest', file, '-t', 'note', '--doc-key', 'note-draft')).toMatchObject({ code: 0 });
    const shown = await cli('documents', 'show', 'note-draft');
    expect(shown.err).toContain('! Struck-out text left out (1 place).');
    expect(shown.out).toContain('Give 2 mg of midazolam slowly.');
  });

  it('is shown as an image, unmarked when the passage is not on the page, and refused without --open', async () => {
    const picture = await cli(
      'documents',
      'show',
      docKey,
      '--page',
      '1',
      '--open',
      '--highlight',
      `${docKey}@1#1`,
    );
    expect(picture).toMatchObject({ code: 0, err: '' });
    expect(picture.out).toContain('PNG');
    const elsewhere = await cli(
      'documents',
      'show',
      docKey,
      '--page',
      '2',
      '--open',
      '--highlight',
      `${docKey}@1#1`,
    );
    expect(elsewhere).toMatchObject({
      code: 0,
      err: 'The passage was not found on this page; nothing is highlighted.\n',
    });
    const output = join(folder, 'page.png');
    expect(await cli('documents', 'show', docKey, '--open', '--output', output)).toMatchObject({
      code: 0,
      out: '',
      err: `Written to ${output}.\n`,
    });
    expect((await readFile(output)).subarray(1, 4).toString()).toBe('PNG');
    expect(await cli('documents', 'show', docKey, '--output', output)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --open for the page'),
    });
    for (const option of [
      ['--highlight', `${docKey}@1#1`],
      ['--width', '300'],
    ])
      expect(await cli('documents', 'show', docKey, ...option)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Add --open to see the picture.'),
      });
  });

  it('is shown with the passage that an answer quotes, by the command in the answer', async () => {
    const asked = await cli('ask', 'pediatric epinephrine dose for anaphylaxis');
    const queryId = /npx anamnesis documents show --query (\S+)$/m.exec(asked.out)?.[1] ?? '';
    const shown = await cli('documents', 'show', '--query', queryId, '--citation', '1');
    expect(shown).toMatchObject({ code: 0, err: expect.stringMatching(/^\[1\] .*, page 1\n$/) });
    expect(shown.out).toContain('PNG');
    const nobodys = '0199a000-0000-7000-8000-000000000000';
    expect((await cli('documents', 'show', '--query', nobodys)).err).toContain('"npx anamnesis queries log"');
    for (const [words, message] of [
      [['--query', queryId, '--citation', '9'], 'The answer has no source [9]'],
      [['--query', queryId, '--page', '77'], 'does not quote page 77'],
      [['--query', 'x'], 'must be the id of a question'],
      [['--citation', '1'], 'Name a document, or a question with --query.'],
      [[docKey, '--query', queryId], 'not both'],
      [[docKey, '--lines', '1', '--open'], 'Add --highlight'],
    ] as const)
      expect(await cli('documents', 'show', ...words)).toMatchObject({
        code: 2,
        err: expect.stringContaining(message),
      });
  });

  it('is saved as uploaded', async () => {
    const output = join(folder, 'saved.pdf');
    expect(await cli('documents', 'save', docKey, '--output', output)).toMatchObject({ code: 0 });
    expect(Buffer.compare(await readFile(output), await readFile(sample))).toBe(0);
  });

  it('is refused with a message when it does not exist', async () => {
    const page = await cli('documents', 'show', docKey, '--page', '9');
    expect(page.code).not.toBe(0);
    expect(page.err).toContain('There is no page 9: the document has 2.');
    expect((await cli('documents', 'show', 'nothing')).err).toContain('There is no such document.');
    expect((await cli('documents', 'save', docKey, '--document-version', '7')).err).toContain(
      'no such version',
    );
  });

  it('is still listed among the others', async () => {
    expect((await cli('documents', '--status', 'searchable')).out).toContain(docKey);
  });
});
