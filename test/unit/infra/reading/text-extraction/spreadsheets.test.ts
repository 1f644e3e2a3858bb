import { describe, expect, it } from 'vitest';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readOds } from '../../../../../infra/reading/text-extraction/open-document/read-ods.ts';
import { readXlsx } from '../../../../../infra/reading/text-extraction/spreadsheet/read-xlsx.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';
import { writeXlsx, type XlsxCell } from '../../../../support/office-files/write-xlsx.ts';

const read = async (file: Parameters<typeof writeXlsx>[0]) => {
  const { pages, leftOut } = await readXlsx(writeXlsx(file), defaultExtractionLimits);
  return { texts: pages.map(({ text }) => text), leftOut };
};
const sheet = async (
  rows: readonly (readonly XlsxCell[])[],
  more: Partial<Parameters<typeof writeXlsx>[0]['sheets'][number]> = {},
) => {
  const { texts, leftOut } = await read({ sheets: [{ rows, ...more }] });
  return { text: texts[0] ?? '', leftOut };
};
const n = (number: number, format?: string): XlsxCell =>
  format === undefined ? { number } : { number, format };

describe('an Excel workbook', () => {
  it('is read sheet by sheet, each as a page with its table below its name', async () => {
    const { texts } = await read({
      sheets: [
        {
          name: 'Adult doses',
          rows: [
            ['Drug', 'Dose'],
            ['Ketorolac', '15 mg'],
          ],
        },
        {
          rows: [
            ['Drug', 'Route'],
            ['Naloxone', 'IN'],
          ],
        },
      ],
    });
    expect(texts).toEqual([
      '## Adult doses\n\n| Drug | Dose |\n| --- | --- |\n| Ketorolac | 15 mg |',
      '| Drug | Route |\n| --- | --- |\n| Naloxone | IN |',
    ]);
  });

  it.each([
    ['half', n(0.5), '0.5'],
    ['a sum with floating-point error', n(0.1 + 0.2), '0.3'],
    ['a number without an exact binary fraction', n(0.15000000000000002), '0.15'],
    ['a whole number', n(15), '15'],
    ['a small number', n(0.0005), '0.0005'],
    ['a code of eleven digits', n(12345678901), '12345678901'],
    ['fixed decimals', n(0.5, '0.00'), '0.50'],
    ['percent', n(0.05, '0%'), '5%'],
    ['percent with decimals', n(0.009, '0.0%'), '0.9%'],
    ['thousands', n(12500, '#,##0'), '12,500'],
    ['a unit in the format', n(2.5, '0.0" mg"'), '2.5 mg'],
    ['a fraction', n(0.5, '# ?/?'), '1/2'],
    ['a mixed fraction', n(1.5, '# ?/?'), '1 1/2'],
    ['a date', n(45000, 'yyyy-mm-dd'), '2023-03-15'],
    ['a time', n(0.5, 'h:mm'), '12:00'],
    ['hours beyond a day', n(1.5, '[h]:mm'), '36:00'],
    ['a negative number in parentheses', n(-2, '0.0;(0.0)'), '(2.0)'],
    ['a large number as it is shown', n(12345, '0.00E+00'), '1.23E+04'],
    ['a damaged format', n(7, '[[x'), '7'],
    ['a formula result', { number: 4, formula: 'A1*2' }, '4'],
  ] as const)('shows %s as displayed', async (_, cell, expected) => {
    const { text } = await sheet([
      ['Drug', 'Value'],
      ['x', cell],
    ]);
    expect(text).toBe(`| Drug | Value |\n| --- | --- |\n| x | ${expected} |`);
  });

  it('counts days from 1904 if the workbook does', async () => {
    const { texts } = await read({
      date1904: true,
      sheets: [
        {
          rows: [
            ['Drug', 'Since'],
            ['x', n(43538, 'yyyy-mm-dd')],
          ],
        },
      ],
    });
    expect(texts[0]).toContain('| x | 2023-03-15 |');
  });

  it('omits hidden sheets, rows and columns and counts them', async () => {
    const rows = [
      ['Drug', 'Draft', 'Dose'],
      ['A', '20', '2 mg'],
      ['B', '30', '3 mg'],
      ['C', '40', '4 mg'],
    ];
    const { texts, leftOut } = await read({
      sheets: [
        { rows, hiddenRows: [2], hiddenColumns: [1] },
        { rows: [['Old', '9 mg']], state: 'hidden' },
        { rows: [['Older', '9 mg']], state: 'veryHidden' },
      ],
    });
    expect(texts).toEqual(['| Drug | Dose |\n| --- | --- |\n| A | 2 mg |\n| C | 4 mg |', '', '']);
    expect(leftOut).toEqual({ hidden: 4, struck: 0 });
  });

  it('omits struck-out text and counts it', async () => {
    const rich =
      '<r><rPr><strike/></rPr><t xml:space="preserve">20 mg </t></r><r><t xml:space="preserve">2 mg</t></r>';
    const { text, leftOut } = await sheet([
      ['Drug', 'Dose'],
      ['A', { rich }],
      [
        { text: 'B', font: '<strike/>' },
        { text: '9 mg', font: '<strike val="1"/>' },
      ],
      ['C', { text: '3 mg', font: '<strike val="0"/>' }],
    ]);
    expect(text).toBe('| Drug | Dose |\n| --- | --- |\n| A | 2 mg |\n| C | 3 mg |');
    expect(leftOut).toEqual({ hidden: 0, struck: 3 });
  });

  it('converts characters of symbol fonts, and omits phonetic guides', async () => {
    const rich =
      '<r><t xml:space="preserve">5 </t></r><r><rPr><rFont val="Symbol"/></rPr><t>m</t></r><r><t>g/kg</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh>';
    expect((await sheet([[{ rich }]])).text).toBe('5 μg/kg');
  });

  it('repeats the value of a merged cell in its rows and columns', async () => {
    const { text } = await sheet(
      [
        ['Drug', 'Adult', null],
        [null, 'IV', 'IM'],
        ['Midazolam', '5 mg', '10 mg'],
        ['Lorazepam', '4 mg', null],
        [null, '2 mg', null],
      ],
      { merges: ['B1:C1', 'A1:A2', 'A4:A5', 'B4:C4'] },
    );
    expect(text).toBe(
      '| Drug | Adult IV | Adult IM |\n| --- | --- | --- |\n| Midazolam | 5 mg | 10 mg |\n| Lorazepam | 4 mg | 4 mg |\n| Lorazepam | 2 mg |  |',
    );
  });

  it('separates titles and notes from a table, and tables from one another', async () => {
    const { text } = await sheet(
      [
        ['Formulary 2026', null, null],
        ['Drug', 'Dose', 'Route'],
        ['Naloxone', n(0.4), 'IV'],
        ['Not for newborns.', null, null],
        [null],
        ['Fluid', 'Volume'],
        ['Saline', '500 mL'],
      ],
      { merges: ['A1:C1'] },
    );
    expect(text).toBe(
      'Formulary 2026\n\n| Drug | Dose | Route |\n| --- | --- | --- |\n| Naloxone | 0.4 | IV |\n\nNot for newborns.\n\n| Fluid | Volume |\n| --- | --- |\n| Saline | 500 mL |',
    );
  });

  it('has one table with its header when an empty row only divides it', async () => {
    const { text } = await sheet([['Drug', 'Dose'], ['A', n(1)], [null], ['B', n(2)]]);
    expect(text).toBe('| Drug | Dose |\n| --- | --- |\n| A | 1 |\n| B | 2 |');
  });

  it('shows nothing of cells whose format hides them', async () => {
    const { text, leftOut } = await sheet([
      ['Drug', 'Dose', 'x'],
      ['A', n(1), n(5, ';;;')],
    ]);
    expect(text).toBe('| Drug | Dose | x |\n| --- | --- | --- |\n| A | 1 |  |');
    expect(leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it('is read in time bounded by its cells, for any positions and merges', async () => {
    const { text } = await sheet(
      [
        ['Drug', 'Dose'],
        ['A', n(1)],
      ],
      { merges: Array.from({ length: 3000 }, () => 'A3:XFD1048576') },
    );
    expect(text).toBe('| Drug | Dose |\n| --- | --- |\n| A | 1 |');
  });
});

describe('an OpenDocument workbook', () => {
  const p = (text: string, attributes = ''): string =>
    `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = ''): string =>
    `<table:table-row${attributes}>${cells}</table:table-row>`;
  const table = (inside: string, name = 'Sheet1', style = ''): string =>
    `<table:table table:name="${name}" table:style-name="${style}">${inside}</table:table>`;
  const styles = [
    '<style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>',
    '<style:style style:name="old" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>',
  ].join('');
  it('is read sheet by sheet as displayed', async () => {
    const { pages, leftOut } = await readOds(
      writeOpenDocument({
        kind: 'spreadsheet',
        automatic: styles,
        body:
          table(
            '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="1022"/>' +
              row(
                p('Drug') +
                  p('Draft') +
                  p('Dose') +
                  '<table:table-cell table:number-columns-repeated="1021"/>',
              ) +
              row(
                p('A') +
                  p('9') +
                  p('0,5 mg', ' office:value-type="float" office:value="0.5000001"') +
                  '<table:table-cell/>',
              ) +
              row(p('B') + p('9') + p('hidden'), ' table:visibility="filter"') +
              row(p('C') + p('9') + p('<text:span text:style-name="old">20 mg</text:span> 2<text:s/>mg')) +
              '<table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
            'Doses',
          ) + table(row(p('secret')), 'Old', 'gone'),
      }),
      defaultExtractionLimits,
    );
    expect(pages.map(({ text }) => text)).toEqual([
      '## Doses\n\n| Drug | Dose |\n| --- | --- |\n| A | 0,5 mg |\n| C | 2 mg |',
      '',
    ]);
    expect(leftOut).toEqual({ hidden: 3, struck: 1 });
  });

  it('repeats the value of a merged cell', async () => {
    const covered = '<table:covered-table-cell/>';
    const { pages } = await readOds(
      writeOpenDocument({
        kind: 'spreadsheet',
        body: table(
          row(p('Drug') + p('Dose')) +
            row(p('A', ' table:number-rows-spanned="2"') + p('1 mg')) +
            row(covered + p('2 mg')),
        ),
      }),
      defaultExtractionLimits,
    );
    expect(pages[0]?.text).toBe('| Drug | Dose |\n| --- | --- |\n| A | 1 mg |\n| A | 2 mg |');
  });
});
