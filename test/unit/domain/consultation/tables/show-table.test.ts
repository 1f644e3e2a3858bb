import { describe, expect, it } from 'vitest';
import { readTable } from '../../../../../domain/consultation/excerpt/tables/read-table.ts';
import {
  showTable,
  type TableRequest,
} from '../../../../../domain/consultation/excerpt/tables/show-table.ts';

const show = (lines: readonly string[], request: Partial<TableRequest> = {}) => {
  const shown = showTable(readTable(lines), {
    patient: {},
    colors: [],
    matchOf: () => 0,
    ...request,
  });
  return { text: shown.lines.map(({ text }) => text).join('\n'), notes: shown.notes.join(' ') };
};

const chart = [
  '| Avg Wt (KG) | Color | Dose |',
  '| --- | --- | --- |',
  '| 12 | Purple | 0.6 mL |',
  '| 16.5 | White | 0.8 mL |',
  '| 20.5 | Blue | 1 mL |',
  '| 26 | Orange | 1.3 mL |',
];

describe('a table with a title above its header', () => {
  const poisoning = [
    '| Poisoning by pesticides | |',
    '| --- | --- |',
    '| Keep out of the hot zone. | |',
    '| ADULT | PEDIATRIC |',
    '| STANDING ORDERS | |',
    '| Atropine 3 mg IV | Atropine 0.07 mg/kg IV |',
  ];

  it('shows the doses of both columns under their headers', () => {
    const { text, notes } = show(poisoning);
    expect(text).toBe(poisoning.join('\n'));
    expect(notes).toBe('');
  });

  it('keeps its header when rows are omitted', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| Step ${at} for adults | Step ${at} for children |`);
    const { text } = show([...poisoning, ...rows], {
      matchOf: (row) => (row.includes('Atropine') ? 1 : 0),
    });
    expect(text).toContain('| ADULT | PEDIATRIC |');
    expect(text).toContain('| Atropine 3 mg IV | Atropine 0.07 mg/kg IV |');
  });

  it('mistakes no row of values for a header', () => {
    const plain = ['| Fluids | |', '| --- | --- |', '| Adult dose 1 L | Child dose 20 mL/kg |'];
    expect(readTable(plain).rows).toHaveLength(1);
  });
});

describe('a chart by weight', () => {
  it('shows the row of the stated weight under its header', () => {
    const { text, notes } = show(chart, { patient: { weightKg: 20.5 } });
    expect(text).toContain('| Avg Wt (KG) | Color | Dose |');
    expect(text).toContain('| 20.5 | Blue | 1 mL |');
    expect(text).not.toContain('0.8 mL');
    expect(notes).not.toContain('between');
  });

  it('shows both neighbours of a weight between two rows, and states it', () => {
    const { text, notes } = show(chart, { patient: { weightKg: 18 } });
    expect(text).toContain('| 16.5 | White | 0.8 mL |\n| 20.5 | Blue | 1 mL |');
    expect(text).not.toContain('0.6 mL');
    expect(notes).toMatch(/18 kg, lies between "16.5 kg, White" and "20.5 kg, Blue"/);
  });

  it('states that a weight is outside the chart', () => {
    const { text, notes } = show(chart, { patient: { weightKg: 60 } });
    expect(text).toContain('1.3 mL');
    expect(text).not.toContain('0.8 mL');
    expect(notes).toContain('above all');
  });

  it('is shown whole when no weight is known', () => {
    expect(show(chart).text).toBe(chart.join('\n'));
  });

  it('is shown whole for an age that it does not cover', () => {
    expect(show(chart, { patient: { ageYears: 5 } }).text).toBe(chart.join('\n'));
  });

  it('shows the zone that the question names', () => {
    const { text } = show(chart, { colors: ['white'] });
    expect(text).toContain('0.8 mL');
    expect(text).not.toContain('1 mL |');
  });
});

describe('a chart with weight columns', () => {
  const across = [
    '| Drug | 3-5 kg | 6-7 kg | 8-9 kg |',
    '| --- | --- | --- | --- |',
    '| Zolamine 1 mg/mL | 0.4 mL | 0.65 mL | 0.85 mL |',
    '| First shock | 8 J | 13 J | 17 J |',
  ];

  it('shows the column of the stated weight next to the row names', () => {
    const { text } = show(across, { patient: { weightKg: 7 } });
    expect(text).toContain('| Drug | 6-7 kg |');
    expect(text).toContain('| First shock | 13 J |');
    expect(text).not.toContain('8 J');
    expect(text).not.toContain('17 J');
  });

  it('shows both neighbours of a weight between two columns', () => {
    const { text, notes } = show(across, { patient: { weightKg: 5.5 } });
    expect(text).toContain('| First shock | 8 J | 13 J |');
    expect(notes).toContain('lies between "3-5 kg" and "6-7 kg"');
  });

  it('reads the weights in the row below colours', () => {
    const { text } = show(
      [
        '| Zone | Grey | Pink | Red |',
        '| --- | --- | --- | --- |',
        '| Weight (kg) | 4 | 6.5 | 8.5 |',
        '| Zolamine | 1 mL | 2 mL | 3 mL |',
      ],
      { patient: { weightKg: 6.5 } },
    );
    expect(text).toContain('| Zone | Pink |');
    expect(text).toContain('| Weight (kg) | 6.5 |');
    expect(text).toContain('| Zolamine | 2 mL |');
    expect(text).not.toContain('3 mL');
  });
});

describe('a table', () => {
  it('in sections shows the section that applies to the patient, with its banner', () => {
    const { text } = show(
      [
        '| Drug | Dose | Volume |',
        '| --- | --- | --- |',
        '| PEDIATRIC | | |',
        '| 3-5 kg (Grey) | | |',
        '| Zolamine | 0.4 mg | 0.4 mL |',
        '| 6-7 kg (Pink) | | |',
        '| Zolamine | 0.7 mg | 0.7 mL |',
        '| ADULT | | |',
        '| Zolamine | 10 mg | 10 mL |',
      ],
      { patient: { weightKg: 7, population: 'pediatric' } },
    );
    expect(text).toContain('| PEDIATRIC | | |');
    expect(text).toContain('| 6-7 kg (Pink) | | |\n| Zolamine | 0.7 mg | 0.7 mL |');
    expect(text).not.toContain('0.4 mg');
    expect(text).not.toContain('10 mg');
  });

  it('names the drug of a merged cell in each of its rows', () => {
    const { text } = show(
      [
        '| Drug | Age | Dose |',
        '| --- | --- | --- |',
        '| Zolamine | < 1 year | 1 mg |',
        '| | 1-5 years | 2 mg |',
        '| | 6-11 years | 5 mg |',
      ],
      { patient: { ageYears: 8 } },
    );
    expect(text).toContain('| Zolamine | 6-11 years | 5 mg |');
    expect(text).not.toContain('2 mg');
  });

  it('does not show a value whose column is unknown', () => {
    const { text, notes } = show([
      '| Weight | Dose |',
      '| --- | --- |',
      '| 10 kg | 1 mg |',
      '| 20 kg | 2 mg | 4 mL |',
    ]);
    expect(text).toContain('1 mg');
    expect(text).not.toContain('2 mg');
    expect(notes).toContain('read the table on its page');
  });

  it('does not show rows that lost their header', () => {
    const { text, notes } = show(['| 10 kg | 1 mg | 2 mL |', '| 20 kg | 2 mg | 4 mL |']);
    expect(text).not.toContain('1 mg');
    expect(notes).toContain('read the table on its page');
  });

  it('of many rows shows the relevant ones, with its header and a mark for the others', () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `| Drug ${at} for everybody who needs it | ${at} mg |`,
    );
    const { text } = show(['| Drug | Dose |', '| --- | --- |', ...rows], {
      matchOf: (row) => Number(row.includes('Drug 41 ')),
    });
    expect(text.split('\n')).toEqual([
      '| Drug | Dose |',
      '| --- | --- |',
      '| […] |',
      '| Drug 41 for everybody who needs it | 41 mg |',
      '| […] |',
    ]);
  });

  it('hides the adult row from a child, and the child row from an adult', () => {
    const both = ['| Patient | Dose |', '| --- | --- |', '| Adult | 10 mg |', '| Pediatric | 0.1 mg/kg |'];
    expect(show(both, { patient: { ageYears: 6 } }).text).not.toContain('10 mg');
    expect(show(both, { patient: { ageYears: 60 } }).text).not.toContain('0.1 mg/kg');
    expect(show(both).text).toBe(both.join('\n'));
  });

  it('joins a header of two lines', () => {
    const { columns } = readTable([
      '| Drug | Dose | Dose |',
      '| --- | --- | --- |',
      '| | IM | IV |',
      '| Zolamine | 5 mg | 2 mg |',
    ]);
    expect(columns.map(({ text }) => text)).toEqual(['Drug', 'Dose IM', 'Dose IV']);
  });
});

describe('a chart of several drugs', () => {
  it('shows for each drug its own neighbours of the stated weight', () => {
    const { text } = show(
      [
        '| Drug | Weight | Dose |',
        '| --- | --- | --- |',
        '| Zolamine | 5 kg | 1 mg |',
        '| | 10 kg | 2 mg |',
        '| | 15 kg | 3 mg |',
        '| Betaline | 12 kg | 7 mg |',
        '| | 20 kg | 9 mg |',
      ],
      { patient: { weightKg: 12 } },
    );
    expect(text).toContain('| Betaline | 12 kg | 7 mg |');
    expect(text).toContain('| Zolamine | 10 kg | 2 mg |');
    expect(text).toContain('| Zolamine | 15 kg | 3 mg |');
    expect(text).not.toContain('1 mg');
    expect(text).not.toContain('9 mg');
  });

  it('shows of columns for infants, children and adults the one for the patient', () => {
    const { text, notes } = show(
      [
        '| Drug | Infant | Child | Adult |',
        '| --- | --- | --- | --- |',
        '| Zolamine | 1 mg | 2 mg | 10 mg |',
      ],
      { patient: { ageYears: 6, population: 'pediatric' } },
    );
    expect(text).toContain('| Drug | Child |');
    expect(text).toContain('| Zolamine | 2 mg |');
    expect(notes).toBe('');
  });

  it('with too many columns shows those of the requested drug, for all weights', () => {
    const drugs = Array.from({ length: 20 }, (_, at) => `Drug ${at}`);
    const rows = Array.from(
      { length: 20 },
      (_, at) => `| ${at + 3} kg | ${drugs.map((_drug, column) => `${at}.${column} mg`).join(' | ')} |`,
    );
    const { text } = show([`| Weight | ${drugs.join(' | ')} |`, `|${' --- |'.repeat(21)}`, ...rows], {
      matchOf: (name) => Number(name === 'Drug 7'),
    });
    expect(text).toContain('| Weight | Drug 7 |');
    expect(text).toContain('| 3 kg | 0.7 mg |');
    expect(text).toContain('| 22 kg | 19.7 mg |');
    expect(text).not.toContain('Drug 8');
  });
});

describe('a table that is not about patients', () => {
  it('is shown whole, even with years in it', () => {
    const fees = [
      '| License | Valid | Fee |',
      '| --- | --- | --- |',
      '| Basic | 2 years | 75 |',
      '| Full | 4 years | 150 |',
    ];
    const { text, notes } = show(fees, { patient: { ageYears: 3 } });
    expect(text).toBe(fees.join('\n'));
    expect(notes).toBe('');
  });
});
