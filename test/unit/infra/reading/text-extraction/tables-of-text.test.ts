import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownTable } from '../../../../../infra/reading/text-extraction/markdown-table.ts';
import { layOutTables } from '../../../../../infra/reading/text-extraction/text/lay-out-tables.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

const doses = [
  ['Weight', 'Epinephrine', 'Atropine'],
  ['4 kg', '0.04 mg', '0.1 mg'],
  ['10 kg', '0.1 mg', '0.2 mg'],
  ['25 kg', '0.25 mg', '0.5 mg'],
];
const joined = (mark: string): string => doses.map((row) => row.join(mark)).join('\n');
const spaced = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => cell.padEnd(16))
        .join('')
        .trimEnd(),
    )
    .join('\n');
const drawn = `+---+---+---+\n${doses.map((row) => `| ${row.join(' | ')} |\n+---+---+---+`).join('\n')}`;

describe('a table in plain text', () => {
  it.each([
    ['tabs', joined('\t')],
    ['commas', joined(',')],
    ['semicolons', joined(';')],
    ['blanks', spaced(doses)],
    ['signs', drawn],
    ['a line below its header', spaced(doses).replace('\n', '\n------          ------          ----\n')],
  ])('with %s keeps its columns', (_, text) => {
    const table = markdownTable(doses);
    expect(layOutTables(text)).toBe(table);
    expect(layOutTables(`Doses\n${text}\n\nThen wait.`)).toBe(`Doses\n${table}\n\nThen wait.`);
  });

  it.each([
    'Adult dose: 1 mg IV; repeat every 5 minutes\nChild dose: 0.1 mg IV; repeat every 5 minutes\nInfant dose: 0.05 mg IV; repeat every 3 minutes',
    'Give 1 mg; wait 5 minutes\nGive 2 mg; wait 3 minutes\nGive 3 mg; wait 2 minutes',
    'Give 1 mg,wait 5 min,check\nGive 2 mg,wait 3 min,check\nGive 3 mg,wait 2 min,check',
  ])('is not inferred from sentences with semicolons or commas: %j', (text) => {
    expect(layOutTables(text)).toBe(text);
  });

  it('keeps quoted cells with commas', () => {
    const text = 'Drug,Dose,How\nEpinephrine,0.3 mg,"thigh, again after 5 min"\nGlucagon,1 mg,IM';
    expect(layOutTables(text)).toContain('| Epinephrine | 0.3 mg | thigh, again after 5 min |');
  });

  it('keeps the titles of row groups, and empty cells', () => {
    const text = spaced([
      ['Drug', 'Dose', 'Volume'],
      ['ADULT'],
      ['Epinephrine', '1 mg', '10 mL'],
      ['Atropine', '', '10 mL'],
      ['PEDIATRIC, 3-36 kg'],
      ['Epinephrine', '0.1 mg', '1 mL'],
    ]);
    expect(layOutTables(text).split('\n').slice(2)).toEqual([
      '| ADULT |  |  |',
      '| Epinephrine | 1 mg | 10 mL |',
      '| Atropine |  | 10 mL |',
      '| PEDIATRIC, 3-36 kg |  |  |',
      '| Epinephrine | 0.1 mg | 1 mL |',
    ]);
  });

  it('may have weights as columns; rows of values alone have no header', () => {
    const across = spaced([
      ['Drug', '3-5 kg', '6-7 kg'],
      ['Epinephrine', '0.04 mg', '0.07 mg'],
      ['Atropine', '0.1 mg', '0.13 mg'],
    ]);
    expect(layOutTables(across)).toMatch(/^\| Drug \| 3-5 kg \| 6-7 kg \|\n\| ---/);
    expect(layOutTables(joined('\t').split('\n').slice(1).join('\n'))).toMatch(
      /^\| {2}\| {2}\| {2}\|\n\| --- /,
    );
  });

  it.each([
    'Give oxygen, fluids, and warmth,\nthen look at the airway, the breath, and the pulse,\nand call 911, the base, or 2 more medics.',
    '1.  Open the airway.\n2.  Give 2 breaths.\n3.  Feel for a pulse.',
    'TO:\tAll 12 medics\nFROM:\tThe 1st officer\nRE:\tCall 911',
    'The patient  gets 5 mg\nin the thigh  and waits\nfor 5 minutes  or so.',
    '```\na\t1\nb\t2\nc\t3\n```',
    '| Drug | Dose |\n| --- | --- |\n| Epinephrine | 0.3 mg |',
  ])('is not inferred from %j', (text) => {
    expect(layOutTables(text)).toBe(text);
  });

  const cell = fc.constantFrom(
    'a',
    '1',
    '0.3 mg',
    'Adult',
    ' ',
    '  ',
    '\t',
    ',',
    ';',
    '\n',
    '|',
    '"',
    '-',
    '+--+',
  );
  it('contains all figures of the text in order', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 120 }), (parts) => {
        const text = parts.join('');
        const figures = (from: string): readonly string[] => from.match(/\d/g) ?? [];
        expect(figures(layOutTables(text))).toEqual(figures(text));
      }),
    );
  });

  it('is detected in time proportional to the text', () => {
    const took = cpuTimeOf(() => {
      for (const line of ['a  1\n', 'a\t1\n', '1;b;\n', ',', '"', ' ', '+-+\n', '| a |\n', 'Adult\n'])
        layOutTables(line.repeat(400_000 / line.length));
    });
    // A quadratic step would take minutes.
    expect(took).toBeLessThan(20_000);
  });
});
