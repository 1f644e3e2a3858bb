import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable, type TableFormat } from '../../../scripts/terminology/read-table.ts';
import { tableFormats } from '../../../scripts/terminology/table-formats.ts';

describe('a terminology table', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-tables-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const formatOf = (name: string): TableFormat<unknown> => {
    const found = tableFormats.find((table) => table.name === name);
    if (!found) throw new Error(`no table ${name}`);
    return found.format;
  };
  const read = async (name: string, rows: readonly (readonly string[])[], leaveOut?: string) => {
    const format = formatOf(name);
    const path = join(folder, 'table.tsv');
    const head = format.columns
      .filter((column) => column !== leaveOut)
      .map((column) => `# ${column} means this`);
    const lines = [...head, format.columns.join('\t'), ...rows.map((cells) => cells.join('\t'))];
    await writeFile(path, `${lines.join('\n')}\n`);
    return readTable(path, format);
  };
  const drug = (over: Readonly<Record<string, string>>): readonly string[] =>
    formatOf('drugRows').columns.map(
      (column) => over[column] ?? { name: 'naloxone', kind: 'drug', source: 'RxNorm' }[column] ?? '',
    );

  it('is parsed into rows, lists and codes', async () => {
    const row = drug({ names: 'narcan, nlx', in_capitals: 'nlx', code_system: 'RxNorm', code: '7242' });
    expect(await read('drugRows', [row])).toEqual([
      {
        name: 'naloxone',
        kind: 'drug',
        names: ['narcan', 'nlx'],
        inQuestions: [],
        asWritten: [],
        inCapitals: ['nlx'],
        sortOf: [],
        broader: [],
        code: { system: 'RxNorm', code: '7242' },
      },
    ]);
  });

  it('contains doses with and without limits', async () => {
    const row = ['ms', 'morphine', '', 'yes', 'opioid', '', '', '', 'mg ..30, g 1.., mcg 2..3.5, meq', 'FDA'];
    expect(await read('senseRows', [row])).toMatchObject([
      {
        doses: [
          { unit: 'mg', to: 30 },
          { unit: 'g', from: 1 },
          { unit: 'mcg', from: 2, to: 3.5 },
          { unit: 'meq' },
        ],
      },
    ]);
  });

  it.each([
    ['a missing cell', [['naloxone', 'drug']], /table\.tsv:13: There must be 11 cells/],
    ['an unknown kind', [drug({ kind: 'potion' })], /table\.tsv:13: kind/],
    ['an extra blank', [drug({ names: 'narcan,  nlx' })], /superfluous spaces/],
    ['a missing source', [drug({ source: '' })], /source: The cell must not be empty/],
    ['a code without a system', [drug({ code: '7242' })], /code: It is not a code of its system/],
    [
      'a code of another system',
      [drug({ code_system: 'ICD-10-CM', code: '7242' })],
      /not a code of its system/,
    ],
    [
      'a SNOMED CT code with a wrong check digit',
      [drug({ code_system: 'SNOMED CT', code: '89666001' })],
      /not a code of its system/,
    ],
    [
      'a LOINC code with a wrong check digit',
      [drug({ code_system: 'LOINC', code: '8867-5' })],
      /not a code of its system/,
    ],
    ['a mark for a missing name', [drug({ as_written: 'nlx' })], /marks a name that is not among the names/],
  ])('is rejected for %s, with the line', async (_, rows, message) => {
    await expect(read('drugRows', rows)).rejects.toThrow(message);
  });

  it('is rejected when a column is not documented', async () => {
    await expect(read('drugRows', [drug({})], 'broader')).rejects.toThrow(
      'The column broader is not explained.',
    );
  });
});
