import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownTable } from '../../../../../infra/reading/text-extraction/markdown-table.ts';
import { layOutPage } from '../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import type { PdfMark } from '../../../../../scripts/samples/write-pdf.ts';
import {
  drawProse,
  drawTable,
  type TableColumn,
  type TableDrawing,
  widthOf,
} from '../../../../support/draw-table.ts';
import { pageOfMarks } from '../../../../support/page-of-marks.ts';

const read = (marks: readonly PdfMark[]): string => {
  const { characters, rules } = pageOfMarks(marks);
  return layOutPage(characters, rules).text;
};
const column = (width: number, align: TableColumn['align'] = 'left'): TableColumn => ({ width, align });
const draw = (table: Omit<TableDrawing, 'left' | 'top'>): readonly PdfMark[] =>
  drawTable({ ...table, left: 60, top: 650 }).marks;

const doses = [
  ['Weight', 'Epinephrine', 'Volume of 1 mg/mL'],
  ['5 kg', '0.05 mg', '0.05 mL'],
  ['10 kg', '0.1 mg', '0.1 mL'],
  ['25 kg', '0.25 mg', '0.25 mL'],
];
const doseColumns = [column(60), column(80, 'right'), column(110, 'right')];
const remarks = [
  ['Drug', 'Dose', 'Remarks'],
  [
    'Epinephrine auto-injector',
    '0.01 mg/kg',
    'Into the lateral thigh, again every 5 to 15 minutes as needed',
  ],
  ['Albuterol', '2.5 mg', 'Nebulized over 10 minutes'],
  ['Glucagon', '1 mg', 'For patients who take beta blockers and do not answer to epinephrine'],
];
const remarkColumns = [column(70), column(80, 'centre'), column(150)];
const prose = [
  'Anaphylaxis is a severe reaction of the whole body that begins within minutes of contact',
  'with an allergen. Epinephrine is given into the thigh at once, and again when the patient',
  'does not get better; antihistamines and steroids never come first and never replace it.',
];

describe('a table without rules', () => {
  it('is detected by its columns, in any alignment', () => {
    const text = read([...drawProse(prose, 60, 740), ...draw({ rows: doses, columns: doseColumns })]);
    expect(text).toBe(`${prose.join('\n')}\n\n${markdownTable(doses)}`);
  });

  it.each([0, 6])('joins its wrapped cells, with rows %i points apart', (rowGap) => {
    expect(read(draw({ rows: remarks, columns: remarkColumns, rowGap }))).toBe(markdownTable(remarks));
  });

  const below = (rows: readonly (readonly string[])[]): string =>
    read(
      rows.flatMap((row, index) => {
        const y = 650 - index * 12 - Math.ceil(index / 2) * 5;
        return row.flatMap((text, at) => (text === '' ? [] : [{ text, x: 60 + at * 120, y, size: 10 }]));
      }),
    );

  it('separates the rows below one key, each with its own dose', () => {
    const rows = [
      ['Drug', 'Route', 'Dose'],
      ['Epinephrine', 'IV push', '1 mg'],
      ['', 'IM', '0.3 mg'],
      ['Glucagon', 'IV push', '3 mg'],
      ['', 'IM', '1 mg'],
    ];
    expect(below(rows)).toBe(markdownTable(rows));
  });

  it('is kept as lines when a line may be a row or the rest of one', () => {
    const rows = [
      ['Drug', 'Route', 'Dose'],
      ['Epinephrine', 'IV push', '1 mg over 5 minutes'],
      ['', 'IM', '2 mg in the thigh'],
      ['Glucagon', 'IV push', '3 mg over 7 minutes'],
      ['', 'IM', '4 mg in the thigh'],
    ];
    expect(below(rows).replace(/\n+/g, '\n')).toBe(
      rows.map((row) => row.filter((cell) => cell !== '').join(' ')).join('\n'),
    );
  });

  it('is detected when it is drawn column by column', () => {
    const marks = draw({ rows: doses, columns: doseColumns });
    const byColumn = [0, 1, 2].flatMap((index) => marks.filter((_, mark) => mark % 3 === index));
    expect(read(byColumn)).toBe(markdownTable(doses));
  });

  it('appears between the paragraphs above and below it', () => {
    const { marks, bottom } = drawTable({ rows: doses, columns: doseColumns, left: 60, top: 650 });
    const text = read([
      ...marks,
      ...drawProse(prose, 60, 720),
      ...drawProse(['Call the base.'], 60, bottom - 20),
    ]);
    expect(text).toBe(`${prose.join('\n')}\n\n${markdownTable(doses)}\n\nCall the base.`);
  });

  it('is detected in one column of a two-column page', () => {
    const left = Array.from({ length: 24 }, (_, row) => `left line ${row} is full of words about airways`);
    const right = Array.from({ length: 10 }, (_, row) => `right line ${row} is full of words on bleeding`);
    const table = drawTable({
      rows: doses.map((row) => row.slice(0, 2)),
      columns: [column(60), column(70, 'right')],
      left: 320,
      top: 560,
    });
    const text = read([
      ...drawProse(left, 60, 700, 10),
      ...drawProse(right, 320, 700, 10),
      ...table.marks,
      ...drawProse(right, 320, 480, 10),
    ]);
    expect(text).toContain(markdownTable(doses.map((row) => row.slice(0, 2))));
    expect(text.indexOf('left line 23')).toBeLessThan(text.indexOf('right line 0'));
    expect(text.indexOf('| 25 kg')).toBeLessThan(text.lastIndexOf('right line 0'));
  });
});

describe('a table between horizontal rules', () => {
  it('is detected with two columns of text', () => {
    const rows = [
      ['Finding', 'What to do about it'],
      ['Stridor', 'Sit the patient up, give oxygen, nebulize epinephrine and call for help early'],
      ['Wheezing', 'Nebulize albuterol, again when there is no change'],
    ];
    const marks = draw({ rows, columns: [column(100), column(220)], isRuled: true });
    expect(read([...drawProse(prose, 60, 740), ...marks])).toBe(
      `${prose.join('\n')}\n\n${markdownTable(rows)}`,
    );
  });

  it.each([
    ['with rules below them', true],
    ['without', false],
  ])('puts spanning titles in the first of their columns, %s', (_, hasRules) => {
    const rows = [
      ['Drug', 'Dose', 'Rate', 'Dose', 'Rate'],
      ['Epinephrine', '1 mg', '3 min', '0.01 mg/kg', '5 min'],
    ];
    const columns = [column(80), column(60), column(60), column(60), column(60)];
    const { marks } = drawTable({ rows, columns, left: 60, top: 636, isRuled: true });
    const title = (text: string, left: number): readonly PdfMark[] => [
      { text, x: left + 69 - widthOf(text, 10) / 2, y: 651, size: 10 },
      ...(hasRules ? [{ line: [left, 648, left + 138, 648] as const }] : []),
    ];
    const inside = marks.filter((mark, index) => index > 0 || !('line' in mark));
    expect(
      read([{ line: [60, 662, 452, 662] }, ...title('Adults', 158), ...title('Children', 314), ...inside]),
    ).toBe(markdownTable([['Drug', 'Adults Dose', 'Rate', 'Children Dose', 'Rate'], ...rows.slice(1)]));
  });
});

describe('a layout that only looks like a table', () => {
  const isNoTable = (marks: readonly PdfMark[]): void => {
    const text = read(marks);
    expect(text).not.toContain('|');
    const words = marks.flatMap((mark) => ('text' in mark ? mark.text.split(' ') : []));
    expect(text.split(/\s+/).sort()).toEqual(words.sort());
  };
  const inColumns = (rows: readonly (readonly string[])[], lefts: readonly number[]): readonly PdfMark[] =>
    rows.flatMap((row, line) =>
      row.flatMap((text, index) =>
        text === '' ? [] : [{ text, x: lefts[index] ?? 0, y: 700 - line * 13, size: 10 }],
      ),
    );

  it('is two-column print', () => {
    const lines = (word: string): readonly string[] =>
      Array.from({ length: 12 }, (_, row) => `${word} line ${row * 3} of ${row} with 5 mg or 10 mL of it`);
    isNoTable([...drawProse(lines('left'), 60, 700), ...drawProse(lines('right'), 320, 700)]);
  });

  it('is a numbered list', () => {
    isNoTable(
      inColumns(
        [
          ['1.', 'Give 0.3 mg of epinephrine'],
          ['2.', 'Give oxygen, 10 L/min'],
          ['3.', 'Give 20 mL/kg'],
          ['4.', 'Call 911'],
        ],
        [60, 90],
      ),
    );
  });

  it('is a list of steps between the rules of a page', () => {
    const rules = [712, 640, 600].map((y): PdfMark => ({ line: [55, y, 500, y] }));
    isNoTable([
      ...rules,
      ...inColumns(
        [
          ['Protocol: Allergy', '', 'Ref. No. 12'],
          ['1.', 'Give 0.3 mg'],
          ['2.', 'Give oxygen'],
          ['3.', 'Call'],
          ['4.', 'Go'],
        ],
        [60, 90, 400],
      ),
    ]);
  });

  it.each([
    ['with leaders', ' . . . . . . . . . . '],
    ['with close leaders', '..............'],
    ['without leaders', ''],
  ])('is a table of contents %s', (_, leaders) => {
    isNoTable(
      inColumns(
        ['General instructions', 'Cardiac arrest', 'Allergic reactions', 'Burns of the skin'].map(
          (title, index) => [title + leaders.trimEnd(), String(index * 7 + 3)],
        ),
        [60, 400],
      ),
    );
  });

  it('is a form', () => {
    isNoTable(
      inColumns(
        [
          ['Name:', '________________', 'Date:', '________'],
          ['Unit 12:', '________________', 'Time:', '________'],
          ['Signature:', '________________', 'Badge 4:', '________'],
          ['Witness:', '________________', 'Date:', '________'],
        ],
        [60, 140, 300, 380],
      ),
    );
  });

  it('is a list in several columns', () => {
    isNoTable(
      inColumns(
        [
          ['• 5 mg tablets', '• 10 mL syringes', '• gloves'],
          ['• 2 masks', '• 3 tubes', '• tape'],
          ['• 4 pads', '• 6 leads', '• gel'],
          ['• 1 mask', '• 2 bags', '• scissors'],
        ],
        [60, 200, 340],
      ),
    );
  });

  it('is a chart whose rules cross its words', () => {
    const rules = [
      ...[720, 680, 640].map((y): PdfMark => ({ line: [50, y, 350, y] })),
      ...[50, 83, 350].map((x): PdfMark => ({ line: [x, 640, x, 720] })),
    ];
    const boxes: readonly PdfMark[] = [
      { text: 'Symptoms of it?', x: 60, y: 695, size: 10 },
      { text: 'Decontaminate first', x: 60, y: 655, size: 10 },
    ];
    isNoTable([...rules, ...boxes]);
  });

  it('is justified text', () => {
    const lines = Array.from({ length: 12 }, (_, row) =>
      `Give ${row} mg of it and wait for ${row * 2} min or more`.split(' '),
    );
    isNoTable(
      lines.flatMap((words, line) => {
        const gap = (400 - widthOf(words.join(''), 10)) / (words.length - 1);
        let x = 60;
        return words.map((text) => {
          const mark = { text, x, y: 700 - line * 12, size: 10 };
          x += widthOf(text, 10) + gap;
          return mark;
        });
      }),
    );
  });
});

describe('any drawn table', () => {
  const word = fc.constantFrom(
    ...'epinephrine albuterol give slowly minutes patient answer maximum dose repeat needed bolus rapid thigh or of'.split(
      ' ',
    ),
  );
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const words = (least: number, most: number): fc.Arbitrary<string> =>
    fc.array(word, { minLength: least, maxLength: most }).map((all) => capital(all.join(' ')));
  const value = fc.oneof(
    fc.integer({ min: 1, max: 999 }).map((number) => `${number} mg`),
    fc.integer({ min: 1, max: 99 }).map((number) => `0.${number} mg/kg`),
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 30 }))
      .map(([low, high]) => `${low}-${high}`),
  );
  const remark = fc
    .tuple(words(1, 6), fc.integer({ min: 1, max: 90 }), words(1, 5))
    .map(([before, number, after]) => `${before} ${number} ${after.toLowerCase()}`);
  const align = fc.constantFrom('left' as const, 'right' as const, 'centre' as const);
  const table = fc
    .array(fc.record({ isText: fc.boolean(), align }), { minLength: 1, maxLength: 3 })
    .chain((kinds) =>
      fc.record({
        columns: fc.constant([
          column(100),
          ...kinds.map(({ isText, align: side }) => (isText ? column(100) : column(75, side))),
        ]),
        rows: fc
          .tuple(
            fc.tuple(...[0, ...kinds].map(() => words(1, 1))),
            fc.array(fc.tuple(words(1, 4), ...kinds.map(({ isText }) => (isText ? remark : value))), {
              minLength: 2,
              maxLength: 8,
            }),
          )
          .map(([head, body]) => [head, ...body]),
        gutter: fc.integer({ min: 10, max: 30 }),
        rowGap: fc.constantFrom(0, 4, 8),
        isRuled: fc.boolean(),
      }),
    );
  const wordsIn = (text: string): readonly string[] =>
    text
      .replace(/^\| --- .*$/gm, '')
      .split(/\s+/)
      .filter((each) => each !== '' && each !== '|')
      .sort();

  it('is read cell by cell as drawn, or kept as lines, without lost, added or moved words', () => {
    let found = 0;
    let drawn = 0;
    fc.assert(
      fc.property(table, (drawing) => {
        const marks = [...drawProse(prose, 60, 740), ...draw(drawing)];
        const text = read(marks);
        const expected = `${prose.join('\n')}\n\n${markdownTable(drawing.rows)}`;
        drawn += 1;
        if (text.includes('|')) {
          expect(text).toBe(expected);
          found += 1;
        }
        expect(wordsIn(text)).toEqual(wordsIn(expected));
      }),
      { numRuns: 500 },
    );
    expect(found / drawn).toBeGreaterThan(0.6);
  });
});
