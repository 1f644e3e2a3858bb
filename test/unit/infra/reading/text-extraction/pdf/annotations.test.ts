import { describe, expect, it } from 'vitest';
import { writePdf } from '../../../../../../scripts/samples/write-pdf.ts';
import { widthOf } from '../../../../../support/draw-table.ts';
import { readPdfBytes } from '../../../../../support/read-pdf-pages.ts';

/** A page with annotations, written as dictionaries. */
const read = async (
  lines: readonly (readonly [text: string, y: number])[],
  annotations: readonly string[],
): Promise<string> => {
  const file = Buffer.from(
    writePdf({ pages: [lines.map(([text, y]) => ({ text, x: 72, y, size: 11 }))] }),
  ).toString('latin1');
  // Readers search for objects themselves when the cross-reference table is wrong.
  const changed = file.replace('/Resources', `/Annots [${annotations.join(' ')}] /Resources`);
  const { pages } = await readPdfBytes(Buffer.from(changed, 'latin1'));
  return pages.map(({ text }) => text.trim()).join('\n');
};

const field = (name: string, value: string, x: number, y: number, width = 100): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /F 4 /Rect [${x} ${y - 4} ${x + width} ${y + 12}] >>`;
const tick = (name: string, state: string, x: number, y: number): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Btn /T (${name}) /AS /${state} /V /${state} /F 4 /Rect [${x} ${y - 2} ${x + 10} ${y + 8}] >>`;
const endOf = (text: string): number => 72 + widthOf(text, 11) + 4;

describe('page annotations', () => {
  it('are read in place: the values of a form', async () => {
    const text = await read(
      [
        ['Allergies:', 700],
        ['Weight in kg:', 680],
        ['Give no penicillin.', 660],
      ],
      [
        field('weight', '12.5', endOf('Weight in kg:'), 680),
        field('allergy', 'Penicillin', endOf('Allergies:'), 700),
      ],
    );
    expect(text.split(/\n+/)).toEqual(['Allergies: Penicillin', 'Weight in kg: 12.5', 'Give no penicillin.']);
  });

  it('are read in place: the ticks of a form', async () => {
    const text = await read(
      [
        ['Resuscitate', 700],
        ['Intubate', 680],
      ],
      [tick('one', 'Yes', endOf('Resuscitate'), 700), tick('two', 'Off', endOf('Intubate'), 680)],
    );
    expect(text.split(/\n+/)).toEqual(['Resuscitate ☒', 'Intubate']);
  });

  it('are read in place: a note in the text', async () => {
    const text = await read(
      [
        ['Midazolam 5 mg IM', 700],
        ['Ketamine 4 mg/kg IM', 640],
      ],
      [
        '<< /Type /Annot /Subtype /FreeText /Contents (Contraindicated in children) /DA (/Helv 11 Tf) /F 4 /Rect [72 662 300 680] >>',
      ],
    );
    expect(text.split(/\n+/)).toEqual([
      'Midazolam 5 mg IM',
      'Contraindicated in children',
      'Ketamine 4 mg/kg IM',
    ]);
  });

  it('are not read when hidden', async () => {
    const text = await read(
      [['Midazolam 5 mg IM', 700]],
      [field('draft', '30 mg', 300, 700).replace('/F 4', '/F 2')],
    );
    expect(text).toBe('Midazolam 5 mg IM');
  });

  it('strike text out', async () => {
    const [left, right] = [endOf('Give ') - 4, endOf('Give 20 mg') - 4];
    const text = await read(
      [['Give 20 mg 2 mg IV', 700]],
      [
        `<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [${left} 697 ${right} 710] /QuadPoints [${left} 710 ${right} 710 ${left} 697 ${right} 697] >>`,
      ],
    );
    expect(text).toBe('Give 2 mg IV');
  });
});
