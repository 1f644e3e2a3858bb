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
/** A page with a form: its fields are objects from 90 on, and its annotations refer to them. */
const readForm = async (
  lines: readonly (readonly [text: string, y: number])[],
  { objects, annotations, fields }: Record<'objects' | 'annotations' | 'fields', readonly string[]>,
): Promise<readonly string[]> => {
  const file = Buffer.from(
    writePdf({ pages: [lines.map(([text, y]) => ({ text, x: 72, y, size: 11 }))] }),
  ).toString('latin1');
  const written = objects.map((object, at) => `${90 + at} 0 obj\n${object}\nendobj\n`).join('');
  const form = fields.length === 0 ? '' : `/AcroForm << /Fields [${fields.join(' ')}] >>`;
  const changed = file
    .replace('/Type /Catalog', `/Type /Catalog ${form}`)
    .replace('/Resources', `/Annots [${annotations.join(' ')}] /Resources`)
    .replace(/xref\n/, `${written}xref\n`)
    .replace(/startxref\n\d+/, 'startxref\n0');
  const { pages } = await readPdfBytes(Buffer.from(changed, 'latin1'));
  return pages.flatMap(({ text }) => text.trim().split(/\n+/));
};
const place = (x: number, y: number, width = 100): string =>
  `/Type /Annot /Subtype /Widget /F 4 /Rect [${x} ${y - 4} ${x + width} ${y + 12}]`;
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

describe('the fields of a form', () => {
  const allergies = [['Allergies:', 700] as const];
  const at = place(endOf('Allergies:'), 700);

  it.each([
    ['listed by the form', ['90 0 R']],
    ['that the form does not list', []],
  ])('give their value to the widgets below them: %s', async (_, fields) => {
    const objects = [
      '<< /T (patient) /V (Penicillin) /Kids [91 0 R] >>',
      '<< /FT /Tx /T (history) /Parent 90 0 R /Kids [92 0 R] >>',
      `<< ${at} /T (allergy) /Parent 91 0 R >>`,
    ];
    expect(await readForm(allergies, { objects, annotations: ['92 0 R'], fields })).toEqual([
      'Allergies: Penicillin',
    ]);
  });

  it('show their value in each of several widgets', async () => {
    const objects = [
      '<< /FT /Tx /T (allergy) /V (Latex) /Kids [91 0 R 92 0 R] >>',
      `<< ${at} /Parent 90 0 R >>`,
      `<< ${place(endOf('On transfer:'), 600)} /Parent 90 0 R >>`,
    ];
    const lines = [...allergies, ['On transfer:', 600] as const];
    const text = await readForm(lines, { objects, annotations: ['91 0 R', '92 0 R'], fields: ['90 0 R'] });
    expect(text).toEqual(['Allergies: Latex', 'On transfer: Latex']);
  });

  it.each([
    [
      'of a list, as shown and not as exported',
      '/Ff 131072 /V (p1) /Opt [[(p1) (Amoxicillin)] [(p2) (Latex)]]',
      'Amoxicillin',
    ],
    ['of several at once', '/Ff 2097152 /V [(Latex) (Nuts)] /Opt [(Latex) (Eggs) (Nuts)]', 'Latex, Nuts'],
    ['typed into a list', '/Ff 393216 /V (Strawberries) /Opt [(Latex) (Eggs)]', 'Strawberries'],
    ['none', '/Ff 131072 /Opt [(Latex) (Eggs)]', ''],
  ])('show a choice: %s', async (_, choice, shown) => {
    const objects = [`<< /FT /Ch /T (allergy) ${choice} /Kids [91 0 R] >>`, `<< ${at} /Parent 90 0 R >>`];
    expect(await readForm(allergies, { objects, annotations: ['91 0 R'], fields: ['90 0 R'] })).toEqual([
      `Allergies: ${shown}`.trim(),
    ]);
  });

  it('show the digits of a comb together', async () => {
    const objects = [
      '<< /FT /Tx /Ff 16777216 /MaxLen 8 /T (weight) /V (1204) /Kids [91 0 R] >>',
      `<< ${place(endOf('Weight in g:'), 700, 240)} /Parent 90 0 R >>`,
    ];
    expect(
      await readForm([['Weight in g:', 700]], { objects, annotations: ['91 0 R'], fields: ['90 0 R'] }),
    ).toEqual(['Weight in g: 1204']);
  });

  it('show which of a group of buttons is chosen', async () => {
    const lines = [
      ['Full code', 700],
      ['No intubation', 680],
      ['Comfort only', 660],
    ] as const;
    const states = ['/AS /Off', '/AS /second', '/AS /Off'];
    const picture = (state: string): string => `/AP << /N << /${state} 94 0 R /Off 94 0 R >> >>`;
    const objects = [
      '<< /FT /Btn /Ff 49152 /T (code) /V /second /Kids [91 0 R 92 0 R 93 0 R] >>',
      ...lines.map(
        ([text, y], index) =>
          `<< ${place(endOf(text), y, 10)} /Parent 90 0 R ${states[index]} ${picture(['first', 'second', 'third'][index] ?? '')} >>`,
      ),
      '<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 0 >>\nstream\n\nendstream',
    ];
    const annotations = ['91 0 R', '92 0 R', '93 0 R'];
    expect(await readForm(lines, { objects, annotations, fields: ['90 0 R'] })).toEqual([
      'Full code',
      'No intubation ☒',
      'Comfort only',
    ]);
  });

  it.each([
    ['by the value of the group', '/V /second', ['Full code', 'No intubation ☒', 'Comfort only']],
    ['none, as the group is off', '/V /Off', ['Full code', 'No intubation', 'Comfort only']],
    ['none, as the group has no value', '', ['Full code', 'No intubation', 'Comfort only']],
    ['none, as no button has the value', '/V /fourth', ['Full code', 'No intubation', 'Comfort only']],
  ])('show which of a group of buttons without states is chosen: %s', async (_, value, shown) => {
    const lines = [
      ['Full code', 700],
      ['No intubation', 680],
      ['Comfort only', 660],
    ] as const;
    const objects = [
      `<< /FT /Btn /Ff 49152 /T (code) ${value} /Kids [91 0 R 92 0 R 93 0 R] >>`,
      ...lines.map(
        ([text, y], index) =>
          `<< ${place(endOf(text), y, 10)} /Parent 90 0 R /AP << /N << /${['first', 'second', 'third'][index] ?? ''} 94 0 R /Off 95 0 R >> >> >>`,
      ),
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 13 >>\nstream\n1 1 7 7 re f*\nendstream',
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 12 >>\nstream\n1 1 7 7 re S\nendstream',
    ];
    const annotations = ['91 0 R', '92 0 R', '93 0 R'];
    expect(await readForm(lines, { objects, annotations, fields: ['90 0 R'] })).toEqual(shown);
  });

  it.each([
    ['a password', '/FT /Tx /Ff 8192 /V (secret)'],
    ['the command of a button', '/FT /Btn /Ff 65536 /V (Print)'],
  ])('show nothing of %s', async (_, field) => {
    const objects = [`<< ${field} /T (one) /Kids [91 0 R] >>`, `<< ${at} /Parent 90 0 R >>`];
    expect(await readForm(allergies, { objects, annotations: ['91 0 R'], fields: ['90 0 R'] })).toEqual([
      'Allergies:',
    ]);
  });

  it('show a long value whole', async () => {
    const value = Array.from({ length: 900 }, (_, index) => `finding ${index}`).join('\\n');
    const objects = [
      `<< /FT /Tx /Ff 4096 /T (one) /V (${value}) /Kids [91 0 R] >>`,
      `<< ${at} /Parent 90 0 R >>`,
    ];
    const text = await readForm(allergies, { objects, annotations: ['91 0 R'], fields: ['90 0 R'] });
    expect(text.join(' ')).toContain('finding 899');
  });
});
