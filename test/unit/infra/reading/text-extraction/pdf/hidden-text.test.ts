import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mayHaveLayers } from '../../../../../../infra/reading/text-extraction/pdf/may-have-layers.ts';
import type { ExtractedDocument } from '../../../../../../ports/text-extractor.ts';
import { type PdfMark, writePdf } from '../../../../../../scripts/samples/write-pdf.ts';
import { readPdfBytes } from '../../../../../support/read-pdf-pages.ts';

const print = (text: string, y: number): PdfMark => ({ text, x: 72, y, size: 12 });
const draw = (operators: string): PdfMark => ({ operators });
const visible = print('Give midazolam 2 mg slowly', 700);

const gray = (shade: number, width = 20, height = 20) => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(shade),
});

const read = (
  marks: readonly PdfMark[],
  change = (file: string): string => file,
): Promise<ExtractedDocument> =>
  readPdfBytes(Buffer.from(change(Buffer.from(writePdf({ pages: [marks] })).toString('latin1')), 'latin1'));
const textOf = ({ pages }: ExtractedDocument): string => pages.map(({ text }) => text.trim()).join('\n');

/** Adds two layers to a file, `Seen` and `Off`, of which the second is not shown. */
const withLayers = (file: string): string =>
  file
    .replace(
      '/Type /Catalog',
      '/Type /Catalog /OCProperties << /OCGs [90 0 R 91 0 R] /D << /OFF [91 0 R] >> >>',
    )
    .replaceAll('/Resources <<', '/Resources << /Properties << /Seen 90 0 R /Off 91 0 R >>')
    .replace(
      /xref\n/,
      '90 0 obj\n<< /Type /OCG /Name (Seen) >>\nendobj\n91 0 obj\n<< /Type /OCG /Name (Off) >>\nendobj\nxref\n',
    )
    // Readers search for objects themselves when the cross-reference table is missing.
    .replace(/startxref\n\d+/, 'startxref\n0');

const draft = 'BT /F1 12 Tf 72 650 Td (Draft of 30 mg) Tj ET';

describe('invisible text', () => {
  it.each([
    ['drawn without ink', [draw(draft.replace('Td', 'Td 3 Tr'))]],
    ['white on white', [draw(`1 g ${draft}`)]],
    ['covered', [draw(draft), draw('1 g 60 640 300 30 re f')]],
    ['covered by a picture', [draw(draft), { picture: gray(220), at: [60, 640, 200, 30] }]],
    ['off the page', [draw(draft.replace('72 650', '700 650'))]],
  ] satisfies readonly (readonly [string, readonly PdfMark[]])[])(
    'is omitted and counted: %s',
    async (_, marks) => {
      const document = await read([visible, ...marks]);
      expect(textOf(document)).toBe('Give midazolam 2 mg slowly');
      expect(document.leftOut).toEqual({ hidden: 1, struck: 0 });
    },
  );

  it('is omitted and counted: in a layer that is off', async () => {
    const layer = (name: string, text: string, y: number): PdfMark =>
      draw(`/OC /${name} BDC BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET EMC`);
    const document = await read(
      [visible, layer('Seen', 'Repeat once', 670), layer('Off', 'Draft of 30 mg', 640)],
      withLayers,
    );
    expect(textOf(document)).toMatch(/^Give midazolam 2 mg slowly\s+Repeat once$/);
    expect(document.leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it.each([
    ['white on a dark cell', [draw('0.1 g 60 640 300 30 re f'), draw(`1 g ${draft}`)]],
    ['white on a picture', [{ picture: gray(40), at: [60, 640, 300, 30] }, draw(`1 g ${draft}`)]],
    ['pale gray', [draw(`0.7 g ${draft}`)]],
    ['below a frame', [draw(draft), draw('60 640 300 30 re S')]],
    ['on a white cell', [draw('1 g 60 640 300 30 re f'), draw(`0 g ${draft}`)]],
  ] satisfies readonly (readonly [string, readonly PdfMark[]])[])(
    'does not include visible text: %s',
    async (_, marks) => {
      const document = await read([visible, ...marks]);
      expect(textOf(document)).toContain('Draft of 30 mg');
      expect(document.leftOut).toBeUndefined();
    },
  );

  it.each([
    ['without ink', (scan: PdfMark) => [scan, draw(draft.replace('Td', 'Td 3 Tr'))]],
    ['covered by the picture', (scan: PdfMark) => [draw(draft), scan]],
  ])('does not include the text layer of a scan: %s', async (_, marks) => {
    const document = await read(marks({ scan: gray(230) }));
    expect(textOf(document)).toContain('Draft of 30 mg');
    expect(document.leftOut).toBeUndefined();
  });
});

/** A form that draws a text, as an object of the file with the entry of its layer. */
const form = (number: number, layer: string, content: string, further = ''): string =>
  `${number} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] ${layer} /Resources << /Font << /F1 3 0 R >> ${further} >> /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
const at = (text: string, y: number): string => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET`;
/** Adds forms 95 and 96 to a file with layers, known to its page as `One` and `Two`. */
const withForms =
  (...forms: readonly string[]) =>
  (file: string): string =>
    withLayers(file)
      .replace('/Resources <<', '/Resources << /XObject << /One 95 0 R /Two 96 0 R >>')
      .replace(/xref\n/, `${forms.join('')}xref\n`);

describe('a form in a layer that is off', () => {
  const membership = '94 0 obj\n<< /Type /OCMD /OCGs [91 0 R] >>\nendobj\n';

  it.each([
    ['of its own', '/One Do', [form(95, '/OC 91 0 R', at('Draft of 30 mg', 650))]],
    ['by its membership', '/One Do', [membership, form(95, '/OC 94 0 R', at('Draft of 30 mg', 650))]],
    ['by the marks around it', '/OC /Off BDC /One Do EMC', [form(95, '', at('Draft of 30 mg', 650))]],
    [
      'by the form around it',
      '/Two Do',
      [
        form(95, '', at('Draft of 30 mg', 650)),
        form(96, '/OC 91 0 R', '/Inner Do', '/XObject << /Inner 95 0 R >>'),
      ],
    ],
    [
      'by a form within another',
      '/Two Do',
      [
        form(95, '/OC 91 0 R', at('Draft of 30 mg', 650)),
        form(96, '', '/Inner Do', '/XObject << /Inner 95 0 R >>'),
      ],
    ],
  ])('hides its text, which is counted: %s', async (_, operators, forms) => {
    const document = await read([visible, draw(operators)], withForms(...forms));
    expect(textOf(document)).toBe('Give midazolam 2 mg slowly');
    expect(document.leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it('hides its text below another version of it that is on', async () => {
    const document = await read(
      [visible, draw('/One Do'), draw('/Two Do')],
      withForms(
        form(95, '/OC 91 0 R', at('Draft of 30 mg', 650)),
        form(96, '/OC 90 0 R', at('Repeat 2 mg once', 650)),
      ),
    );
    expect(textOf(document)).toMatch(/^Give midazolam 2 mg slowly\s+Repeat 2 mg once$/);
    expect(document.leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it('is not one whose layer is on, nor one without', async () => {
    const document = await read(
      [visible, draw('/One Do'), draw('/Two Do')],
      withForms(form(95, '/OC 90 0 R', at('Repeat once', 650)), form(96, '', at('Then observe', 620))),
    );
    expect(textOf(document)).toMatch(/Repeat once\s+Then observe$/);
    expect(document.leftOut).toBeUndefined();
  });
});

describe('the layers of a file', () => {
  const packed = (objects: string): Buffer =>
    Buffer.concat([
      Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\r\n'),
      deflateSync(objects),
      Buffer.from('\nendstream\nendobj\n'),
    ]);

  it.each([
    ['named in the open', Buffer.from('%PDF-1.4 << /Type /Catalog /OCProperties << >> >>'), true],
    ['named in a stream of objects', packed('1 0 << /Type /Catalog /OCProperties << >> >>'), true],
    [
      'perhaps, in a stream that is encrypted',
      Buffer.concat([packed('x'), Buffer.from('/Encrypt 2 0 R')]),
      true,
    ],
    ['perhaps, in a damaged stream', Buffer.from('<< /Type /ObjStm >>\nstream\nxyz\nendstream'), true],
    ['none', Buffer.from('%PDF-1.4 << /Type /Catalog >>'), false],
    ['none in a stream of objects', packed('1 0 << /Type /Catalog >>'), false],
  ])('are found: %s', (_, file, expected) => {
    expect(mayHaveLayers(file)).toBe(expected);
  });
});

describe('the font size', () => {
  it('is the drawn size, whatever the nominal size of the font', async () => {
    const body = Array.from({ length: 8 }, (_, row) =>
      print(`This is line ${row} of the usual text`, 600 - 16 * row),
    );
    const document = await read([
      ...body,
      // A second-level item, in another font, whose size comes from the text matrix.
      draw('BT /F2 1 Tf 12 0 0 12 90 460 Tm (o Give no more than 5 of these) Tj ET'),
      draw('q 0.24 0 0 0.24 0 0 cm BT /F1 50 Tf 300 1800 Td (A further line of the text) Tj ET Q'),
      draw('BT /F2 1 Tf 20 0 0 20 72 720 Tm (A heading) Tj ET'),
    ]);
    expect(
      textOf(document)
        .split('\n')
        .filter((line) => line.startsWith('#')),
    ).toEqual(['# A heading']);
  });
});
