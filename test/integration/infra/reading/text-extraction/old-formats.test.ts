import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentFormat } from '../../../../../domain/knowledge/document-format.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readDocument } from '../../../../../infra/reading/text-extraction/read-document.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { writeXlsx } from '../../../../support/office-files/write-xlsx.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-formats-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The signature of a compound file, the container of formats from before 2007. */
const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);

/** A folder with a program of that name, which runs `lines` for the file at `$file` and the folder at `$out`. */
const program = async (name: string, lines: string): Promise<string> => {
  const place = await mkdtemp(join(folder, 'bin-'));
  const path = join(place, name);
  const script = `#!/bin/sh\nfor one in "$@"; do if [ "$last" = --outdir ]; then out="$one"; fi; last="$one"; file="$one"; done\n${lines}\n`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return place;
};

const read = (content: Uint8Array, format: DocumentFormat, programPath: string) =>
  readDocument(
    { content, format, skipPages: [], skipFigures: true, pagesKey: undefined },
    {
      limits: defaultExtractionLimits,
      pdf: () => Promise.reject(new Error('No PDF is read here.')),
      onFigures: () => {},
      programPath,
    },
  );

const docx = writeDocx({ blocks: [{ paragraph: 'Give 2 mg IV' }] });
const xlsx = writeXlsx({
  sheets: [
    {
      rows: [
        ['Drug', 'Dose'],
        ['A', '2 mg'],
      ],
    },
  ],
});
const kept = async (content: Uint8Array): Promise<string> => {
  const path = join(await mkdtemp(join(folder, 'made-')), 'made');
  await writeFile(path, content);
  return path;
};

describe('a file in a format from before 2007', () => {
  it.each(['doc', 'ppt', 'xls'] as const)(
    'is refused as .%s when LibreOffice is not installed',
    async (format) => {
      expect(await failureOf(read(old, format, folder))).toMatchObject({
        code: 'rule_violated',
        message: expect.stringMatching(/LibreOffice, which is not installed here.*save the file as \.docx/s),
        details: { reason: 'office_not_installed' },
      });
    },
  );

  it.each([
    ['doc', 'docx', docx, 'Give 2 mg IV'],
    ['xls', 'xlsx', xlsx, '| Drug | Dose |\n| --- | --- |\n| A | 2 mg |'],
  ] as const)('is converted from .%s and read as .%s', async (format, to, made, text) => {
    const path = await program('soffice', `cp "${await kept(made)}" "$out/file.${to}"`);
    expect((await read(old, format, path)).pages[0]?.text).toBe(text);
  });

  it('is passed only to the converter, without keys or macros, and leaves nothing behind', async () => {
    const seen = join(folder, 'seen');
    const path = await program(
      'libreoffice',
      `env > "${seen}"; ulimit -v >> "${seen}"; cat "$out"/profile/user/*.xcu >> "${seen}"; echo "$out" > "${seen}.out"; cp "${await kept(docx)}" "$out/file.docx"`,
    );
    process.env.SECRET_OF_TESTS = 'not to be seen';
    try {
      await read(old, 'doc', `${path}:/nowhere`);
    } finally {
      delete process.env.SECRET_OF_TESTS;
    }
    const shown = await readFile(seen, 'utf8');
    expect(shown).not.toContain('SECRET_OF_TESTS');
    expect(shown).toContain('2097152');
    expect(shown).toMatch(/DisableMacrosExecution"[^>]*><value>true/);
    const home = (await readFile(`${seen}.out`, 'utf8')).trim();
    expect(await failureOf(readdir(home))).toMatchObject({ code: 'ENOENT' });
  });

  it('is refused when the converter fails or writes nothing', async () => {
    for (const lines of ['exit 77', 'exit 0'])
      expect(await failureOf(read(old, 'doc', await program('soffice', lines)))).toMatchObject({
        code: 'rule_violated',
        details: { reason: 'office_failed' },
      });
  });

  it.each([
    ['doc', docx, 'Give 2 mg IV'],
    ['doc', Buffer.from('{\\rtf1 Give 2 mg IV}'), 'Give 2 mg IV'],
    ['doc', Buffer.from('<html><body><p>Give 2 mg IV</p></body></html>'), 'Give 2 mg IV'],
    ['xls', xlsx, '| Drug | Dose |\n| --- | --- |\n| A | 2 mg |'],
  ] as const)('is read by its content when only its extension is old: .%s', async (format, content, text) => {
    expect((await read(content, format, folder)).pages[0]?.text).toBe(text);
  });

  it('is refused when its content is in none of these formats', async () => {
    expect(await failureOf(read(Buffer.from('plain text'), 'doc', folder))).toMatchObject({
      details: { reason: 'format_mismatch' },
    });
  });
});
