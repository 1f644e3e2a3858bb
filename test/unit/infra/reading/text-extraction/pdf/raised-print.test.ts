import { describe, expect, it } from 'vitest';
import { parseQuantities } from '../../../../../../domain/clinical-text/parse-quantities.ts';
import { drawGrid } from '../../../../../support/draw-grid.ts';
import { drawPieces } from '../../../../../support/draw-pieces.ts';
import { widthOf } from '../../../../../support/draw-table.ts';
import { readPdfPages } from '../../../../../support/read-pdf-pages.ts';

type Pieces = Parameters<typeof drawPieces>[0];
const lines: readonly (readonly [expected: string, pieces: Pieces])[] = [
  ['Give 2¹ mg IV now', ['Give 2', { up: '1' }, ' mg IV now']],
  ['Give 0.5³ mg IV', ['Give 0.5', { up: '3' }, ' mg IV']],
  ['Give 10² mg IV', ['Give 10', { up: '2' }, ' mg IV']],
  ['Give 2¹,² mg IV', ['Give 2', { up: '1,2' }, ' mg IV']],
  ['aspirin² 300 mg', ['aspirin', { up: '2' }, ' 300 mg']],
  ['¹ Not for children', [{ up: '1' }, ' Not for children']],
  ['platelets below 50×10^9/L', ['platelets below 50×10', { up: '9' }, '/L']],
  ['a count of 10^9 is high', ['a count of 10', { up: '9' }, ' is high']],
  ['a count of 10^6 cells', ['a count of 10', { up: '6' }, ' cells']],
  ['at a rate of 10^-3 mol', ['at a rate of 10', { up: '-3' }, ' mol']],
  ['cool to 33-34° C', ['cool to 33-34', { up: '0' }, ' C']],
  ['60 mL/min/1.73 m² or less', ['60 mL/min/1.73 m', { up: '2' }, ' or less']],
  ['0.1 mg kg⁻¹ over 1 hour', ['0.1 mg kg', { up: '-1' }, ' over 1 hour']],
  ['Give 1 1/2 tablets', ['Give 1', { up: '1' }, '/', { down: '2' }, ' tablets']],
  ['Give 1/2 tablet', ['Give ', { up: '1' }, '/', { down: '2' }, ' tablet']],
  ['Keep SpO2 above 94%', ['Keep SpO', { down: '2' }, ' above 94%']],
  ['H2O and CO2', ['H', { down: '2' }, 'O and CO', { down: '2' }]],
  ['at 2₁ mg IV', ['at 2', { down: '1' }, ' mg IV']],
];
const settings = [
  ['as set by word processors', {}],
  ['barely raised', { small: 0.7, shift: 0.2 }],
  ['high and very small', { small: 0.5, shift: 0.5 }],
  ['in small print', { size: 7 }],
  ['in large print', { size: 18 }],
] as const;

describe('raised and lowered digits', () => {
  it.each(settings)('stay separate from the number next to them, %s', async (_, setting) => {
    const read = await readPdfPages(lines.map(([, pieces]) => drawPieces(pieces, setting)));
    expect(read).toEqual(lines.map(([expected]) => expected));
  });

  it('may be drawn by one text object with a rise', async () => {
    const [text] = await readPdfPages([
      [{ operators: 'BT /F1 11 Tf 72 700 Td (Give 2) Tj 7 Ts (1) Tj 0 Ts ( mg IV) Tj ET' }],
      [
        {
          operators: 'BT /F1 11 Tf 72 700 Td (Give 2) Tj /F1 7 Tf 4 Ts (1) Tj 0 Ts /F1 11 Tf ( mg IV) Tj ET',
        },
      ],
    ]);
    expect(text).toBe('Give 2¹ mg IV');
  });

  it.each(['all', 'none'] as const)('stay separate in table cells, with rules: %s', async (rules) => {
    const rows = [
      ['Weight', 'Epinephrine', 'Atropine'],
      ['4 kg', '0.04', '0.1 mg'],
      ['6 kg', '0.06', '0.13 mg'],
      ['8 kg', '0.08', '0.17 mg'],
    ];
    const grid = drawGrid({ rows, widths: [70, 90, 80], rules, left: 60, top: 700 });
    const marks = grid.flatMap((mark) =>
      'text' in mark && mark.text.startsWith('0.0')
        ? [mark, { text: '1', x: mark.x + widthOf(mark.text, 9), y: mark.y + 3.5, size: 5.5 }]
        : [mark],
    );
    const [text] = await readPdfPages([marks]);
    expect(text).toContain('| 4 kg | 0.04¹ | 0.1 mg |');
    expect(text).toContain('| 8 kg | 0.08¹ | 0.17 mg |');
  });

  it('do not change the dose next to them', () => {
    expect(parseQuantities('Give 2¹ mg IV').map(({ key }) => key)).toEqual(['mg:2']);
    expect(parseQuantities('Give 0.5³ mg/kg').map(({ key }) => key)).toEqual(['mg/kg:0.5']);
    expect(parseQuantities('5 mg/m²').map(({ key }) => key)).toEqual(
      parseQuantities('5 mg/m2').map(({ key }) => key),
    );
  });

  it('are not text of another size on the line', async () => {
    const [text] = await readPdfPages([
      [
        { text: 'Dose', x: 72, y: 700, size: 14 },
        { text: '12 mg', x: 72 + widthOf('Dose ', 14), y: 700, size: 9 },
      ],
    ]);
    expect(text).toBe('Dose 12 mg');
  });
});
