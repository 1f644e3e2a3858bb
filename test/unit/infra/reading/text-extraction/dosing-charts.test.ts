import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { readDocx } from '../../../../../infra/reading/text-extraction/docx/read-docx.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';
import { markdownTable } from '../../../../../infra/reading/text-extraction/markdown-table.ts';
import { layOutPage } from '../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { drawGrid } from '../../../../support/draw-grid.ts';
import { drawProse } from '../../../../support/draw-table.ts';
import { pageOfMarks } from '../../../../support/page-of-marks.ts';

type Rows = Parameters<typeof drawGrid>[0]['rows'];
const prose = 'These doses are for children. Give them slowly and watch the patient all the time.';

/** The extracted text of a chart drawn on a page below some text. */
const printed = (rows: Rows, widths: readonly number[], rules: 'all' | 'columns' | 'none'): string => {
  const { characters, rules: lines } = pageOfMarks([
    ...drawProse([prose], 60, 740),
    ...drawGrid({ rows, widths, rules }),
  ]);
  return layOutPage(characters, lines).text.replace(prose, '').trim();
};

/** The extracted text of the same chart in a web page, or in a document converted to one. */
const onPage = (rows: Rows): string => {
  const $ = load('<table></table>');
  for (const cells of rows) {
    const row = $('<tr></tr>').appendTo('table');
    for (const cell of cells) {
      const { text, columns = 1, rows: height = 1 } = typeof cell === 'string' ? { text: cell } : cell;
      $('<td></td>')
        .attr({ colspan: `${columns}`, rowspan: `${height}` })
        .text(text)
        .appendTo(row);
    }
  }
  return htmlToText($.html()).text;
};

const byWeight = [
  ['Weight', 'Color', 'Epinephrine', 'Atropine'],
  ['4 kg', 'Grey', '0.04 mg', '0.1 mg'],
  ['6.5 kg', 'Pink', '0.07 mg', '0.13 mg'],
  ['8.5 kg', 'Red', '0.09 mg', '0.17 mg'],
  ['10.5 kg', 'Purple', '0.1 mg', '0.21 mg'],
];
const across = [
  ['', '3-5 kg', '6-7 kg', '8-9 kg', '10-11 kg'],
  ['Epinephrine', '0.04 mg', '0.07 mg', '0.09 mg', '0.1 mg'],
  ['Atropine', '0.1 mg', '0.13 mg', '0.17 mg', '0.21 mg'],
  ['First shock', '8 J', '13 J', '17 J', '20 J'],
];

describe('a dosing chart', () => {
  it.each(['all', 'columns', 'none'] as const)(
    'has each value in its row and column, with rules: %s',
    (rules) => {
      expect(printed(byWeight, [60, 60, 80, 80], rules)).toBe(markdownTable(byWeight));
    },
  );

  it.each(['all', 'none'] as const)('may have the weights as columns, with rules: %s', (rules) => {
    expect(printed(across, [90, 60, 60, 60, 60], rules)).toBe(markdownTable(across));
  });

  it('may have weights and volumes that grow by one from row to row', () => {
    const rows = [
      ['Weight', 'Drug', 'Volume'],
      ...[3, 4, 5, 6, 7, 8].map((weight) => [`${weight} kg`, 'dextrose', `${weight} mL`]),
    ];
    expect(printed(rows, [80, 100, 120], 'none')).toBe(markdownTable(rows));
  });

  it('is not split when a cell contains a list of values', () => {
    const cells = printed(
      [
        ['Drug', 'Dose'],
        ['Epinephrine', '0.1 mg'],
        ['Atropine', '0.2 mg'],
      ],
      [100, 80],
      'columns',
    );
    // Two lines may also be one wrapped row.
    expect(cells).toContain('| Epinephrine Atropine | 0.1 mg 0.2 mg |');
  });

  const banner: Rows = [
    [{ text: 'PEDIATRIC DOSING 10-11 KG', columns: 3 }],
    ['Drug', 'Dose', 'Volume'],
    [{ text: 'Cardiac arrest', columns: 3 }],
    ['Epinephrine', '0.1 mg', '1 mL'],
    ['Amiodarone', '52 mg', '1 mL'],
    [{ text: 'Seizure', columns: 3 }],
    ['Midazolam', '1 mg', '0.2 mL'],
  ];
  const bannered = [
    'PEDIATRIC DOSING 10-11 KG',
    '| Drug | Dose | Volume |',
    '| --- | --- | --- |',
    '| Cardiac arrest |  |  |',
    '| Epinephrine | 0.1 mg | 1 mL |',
    '| Amiodarone | 52 mg | 1 mL |',
    '| Seizure |  |  |',
    '| Midazolam | 1 mg | 0.2 mL |',
  ].join('\n');
  it('keeps a banner over all columns above it, and group titles among its rows', () => {
    expect(printed(banner, [100, 80, 80], 'all')).toBe(bannered);
    expect(onPage(banner)).toBe(bannered);
  });

  const groups: Rows = [
    ['Drug', 'Dose', 'Volume'],
    [{ text: 'ADULT', columns: 3 }],
    ['Epinephrine', '1 mg', '10 mL'],
    ['Amiodarone', '300 mg', '6 mL'],
    ['Atropine', '1 mg', '10 mL'],
    [{ text: 'PEDIATRIC, 3 TO 36 KG', columns: 3 }],
    ['Epinephrine', '0.1 mg', '1 mL'],
    ['Amiodarone', '52 mg', '1 mL'],
    ['Atropine', '0.2 mg', '2 mL'],
  ];
  it.each(['all', 'none'] as const)('keeps group titles out of cells, with rules: %s', (rules) => {
    const rows = groups.map(([first = '', ...others]) =>
      typeof first === 'string' ? [first, ...others] : [first.text, '', ''],
    );
    expect(printed(groups, [100, 80, 80], rules)).toBe(
      rows
        .map((row) => `| ${row.join(' | ')} |`)
        .toSpliced(1, 0, '| --- | --- | --- |')
        .join('\n'),
    );
  });

  const nested: Rows = [
    [
      { text: 'Weight', rows: 2 },
      { text: 'Fentanyl', columns: 2 },
      { text: 'Morphine', columns: 2 },
    ],
    ['mcg', 'mL', 'mg', 'mL'],
    ['10 kg', '10', '0.2', '1', '0.1'],
    ['20 kg', '20', '0.4', '2', '0.2'],
    ['30 kg', '30', '0.6', '3', '0.3'],
  ];
  const flat = markdownTable([
    ['Weight', 'Fentanyl mcg', 'Fentanyl mL', 'Morphine mg', 'Morphine mL'],
    ['10 kg', '10', '0.2', '1', '0.1'],
    ['20 kg', '20', '0.4', '2', '0.2'],
    ['30 kg', '30', '0.6', '3', '0.3'],
  ]);
  it('includes spanning titles in the name of each column', () => {
    expect(printed(nested, [60, 60, 60, 60, 60], 'all')).toBe(flat);
    expect(onPage(nested)).toBe(flat);
    const open: Rows = [
      ['', { text: 'Fentanyl', columns: 2 }, { text: 'Morphine', columns: 2 }],
      ['Weight', 'mcg', 'mL', 'mg', 'mL'],
      ...nested.slice(2),
    ];
    expect(printed(open, [60, 60, 60, 60, 60], 'none')).toBe(flat);
  });

  it('never reads a row of doses as the second line of its header', () => {
    const rows: Rows = [
      ['Weight', { text: 'Dose', columns: 2 }],
      ['10 kg', '0.1 mg', '1 mL'],
      ['20 kg', '0.2 mg', '2 mL'],
    ];
    const expected = markdownTable([
      ['Weight', 'Dose', 'Dose'],
      ['10 kg', '0.1 mg', '1 mL'],
      ['20 kg', '0.2 mg', '2 mL'],
    ]);
    expect(printed(rows, [60, 60, 60], 'all')).toBe(expected);
    expect(onPage(rows)).toBe(expected);
  });

  it('repeats the value of a spanning cell in each row and column', () => {
    const rows: Rows = [
      ['Weight', 'Drug', '1 y', '2 y', '3 y'],
      [{ text: '10 kg', rows: 2 }, 'Epinephrine', '0.1 mg', '0.2 mg', '0.3 mg'],
      ['Atropine', { text: '0.2 mg', columns: 2 }, '0.4 mg'],
      ['20 kg', 'Epinephrine', '0.2 mg', '0.3 mg', '0.4 mg'],
    ];
    const expected = markdownTable([
      ['Weight', 'Drug', '1 y', '2 y', '3 y'],
      ['10 kg', 'Epinephrine', '0.1 mg', '0.2 mg', '0.3 mg'],
      ['10 kg', 'Atropine', '0.2 mg', '0.2 mg', '0.4 mg'],
      ['20 kg', 'Epinephrine', '0.2 mg', '0.3 mg', '0.4 mg'],
    ]);
    expect(printed(rows, [60, 80, 60, 60, 60], 'all')).toBe(expected);
    expect(onPage(rows)).toBe(expected);
  });

  it('with columns repeated side by side becomes one table', () => {
    const rows = [
      ['Weight', 'Dose', 'Weight', 'Dose'],
      ['3 kg', '0.3 mg', '6 kg', '0.6 mg'],
      ['4 kg', '0.4 mg', '7 kg', '0.7 mg'],
      ['5 kg', '0.5 mg', '', ''],
    ];
    const one = [3, 4, 5, 6, 7].map((weight) => [`${weight} kg`, `0.${weight} mg`]);
    for (const text of [printed(rows, [60, 60, 60, 60], 'all'), onPage(rows)])
      expect(text).toBe(markdownTable([['Weight', 'Dose'], ...one]));
  });

  it.each(['all', 'none'] as const)(
    'has its banner and header in every part, though only the first page shows them, with rules: %s',
    (rules) => {
      const names = ['epinephrine', 'atropine', 'amiodarone'];
      const rowsOf = (page: number): Rows =>
        Array.from({ length: 34 }, (_, index) => [
          `${page * 34 + index + 3} kg`,
          names[index % 3] ?? '',
          `${page * 34 + index}.5 mg`,
        ]);
      const title: Rows = [[{ text: 'PEDIATRIC DOSES BY TAPE', columns: 3 }], ['Weight', 'Drug', 'Dose']];
      const pages = [0, 1, 2].map((page) => {
        const { characters, rules: lines } = pageOfMarks([
          ...drawProse(['Agency of samples'], 60, 770, 9),
          ...drawGrid({
            rows: [...(page === 0 ? title : []), ...rowsOf(page)],
            widths: [80, 100, 120],
            rules,
            top: 740,
          }),
          ...drawProse([`Page ${page + 1} of 3`], 280, 30, 9),
        ]);
        return { page: page + 1, readBy: 'native' as const, ...layOutPage(characters, lines) };
      });
      const chunks = chunkDocument(cleanPages(pages), protocolPolicy, (text) => text.length);
      const tables = chunks.filter(({ isTable }) => isTable);
      expect(tables.length).toBeGreaterThan(1);
      expect(tables.flatMap(({ text }) => text.match(/^\| \d+ kg .*/gm) ?? [])).toHaveLength(102);
      for (const { text } of tables)
        expect(text).toMatch(/^PEDIATRIC DOSES BY TAPE\n+\| Weight \| Drug \| Dose \|\n\| --- /);
    },
  );

  it('keeps merged cells of a Word document', async () => {
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const span = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;
    const rows = [
      [cell('PEDIATRIC, GREEN ZONE', span(3))],
      [cell('Weight', '<w:vMerge w:val="restart"/>'), cell('Midazolam', span(2))],
      [cell('', '<w:vMerge/>'), cell('mg'), cell('mL')],
      [cell('30 kg', '<w:vMerge w:val="restart"/>'), cell('3'), cell('0.6')],
      [cell('', '<w:vMerge/>'), cell('6'), cell('1.2')],
      [cell('36 kg'), cell('3.6'), cell('0.7')],
    ];
    const xml = `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;
    const { pages } = await readDocx(writeDocx({ blocks: [{ xml }] }), defaultExtractionLimits);
    const table = markdownTable([
      ['Weight', 'Midazolam mg', 'Midazolam mL'],
      ['30 kg', '3', '0.6'],
      ['30 kg', '6', '1.2'],
      ['36 kg', '3.6', '0.7'],
    ]);
    expect(pages[0]?.text).toBe(`PEDIATRIC, GREEN ZONE\n${table}`);
  });

  it('stays separate from an adjacent one', () => {
    const other = [
      ['Age', 'Midazolam'],
      ['1 year', '1 mg'],
      ['2 years', '1.2 mg'],
      ['3 years', '1.4 mg'],
    ];
    const { characters, rules } = pageOfMarks([
      ...drawGrid({ rows: byWeight, widths: [50, 50, 70, 60], rules: 'columns', left: 40 }),
      ...drawGrid({ rows: other, widths: [60, 70], rules: 'columns', left: 340 }),
    ]);
    expect(layOutPage(characters, rules).text).toBe(`${markdownTable(byWeight)}\n\n${markdownTable(other)}`);
  });
});

describe('a table on a web page that consists of spans', () => {
  it.each([
    ['wide cells over many rows', `<tr>${'<td colspan="50">mg</td>'.repeat(1000)}</tr>`, 1000],
    [
      'cells that span everything',
      '<tr><td colspan="50" rowspan="500">a</td><td rowspan="500">b</td></tr>',
      2000,
    ],
  ])('is read as text instead of being expanded: %s', (_name, first, rows) => {
    const { text } = htmlToText(
      `<h1>Doses</h1><table>${first}${'<tr><td>Give 5 mg</td></tr>'.repeat(rows)}</table><p>The end</p>`,
    );
    expect(text).toContain('Give 5 mg');
    expect(text).toContain('The end');
    expect(text.length).toBeLessThan(500_000);
  });
});
