import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { eqFieldText } from '../../../../../infra/reading/text-extraction/docx/eq-field.ts';
import { readDocx } from '../../../../../infra/reading/text-extraction/docx/read-docx.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { writeZip } from '../../../../../scripts/samples/write-zip.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';

type Related = readonly [type: string, target: string, content: string];

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inside: string): string => `<w:p>${inside}</w:p>`;

/** Reads a text with parts that it references as rId1, rId2 and so on. */
const read = async (xml: string, related: readonly Related[] = []) => {
  const plain = unzipSync(writeDocx({ blocks: [{ xml }] }));
  const file = writeZip({
    ...plain,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(related.map(([, target, content]) => [`word/${target}`, content])),
  });
  const { pages, leftOut } = await readDocx(file, defaultExtractionLimits);
  return { text: pages[0]?.text ?? '', leftOut };
};

describe('the header and footer of a Word document', () => {
  const edge = (kind: 'hdr' | 'ftr', inside: string): string =>
    `<w:${kind} xmlns:w="${word}">${inside}</w:${kind}>`;
  const section = (references: string): string =>
    `<w:p><w:pPr><w:sectPr xmlns:r="${office}">${references}</w:sectPr></w:pPr></w:p>`;
  const reference = (kind: string, id: string): string =>
    `<w:${kind}Reference w:type="default" r:id="${id}"/>`;

  it('are read once, without page numbers', async () => {
    const references = reference('header', 'rId1') + reference('footer', 'rId2');
    const page = `${run('Page ')}<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>${run(' of 7')}`;
    const { text } = await read(
      p(run('Give 2 mg')) + section(references) + p(run('Then wait')) + section(references),
      [
        ['header', 'header1.xml', edge('hdr', p(run('Policy 5.03')))],
        ['footer', 'footer1.xml', edge('ftr', p(run('Effective July 1, 2026')) + p(page))],
      ],
    );
    expect(text).toBe('Policy 5.03\n\nGive 2 mg\n\nThen wait\n\nEffective July 1, 2026');
  });

  it('are processed like the text: struck and hidden text is omitted', async () => {
    const { text, leftOut } = await read(p(run('Give 2 mg')) + section(reference('header', 'rId1')), [
      [
        'header',
        'header1.xml',
        edge(
          'hdr',
          p(
            `<w:r><w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">2019 </w:t></w:r>${run('2026')}<w:r><w:rPr><w:vanish/></w:rPr><w:t>draft</w:t></w:r>${run(' edition')}`,
          ),
        ),
      ],
    ]);
    expect(text).toBe('2026 edition\n\nGive 2 mg');
    expect(leftOut).toEqual({ hidden: 1, struck: 1 });
  });
});

describe('embedded texts in other formats in a Word document', () => {
  const chunk = `<w:altChunk xmlns:r="${office}" r:id="rId1"/>`;
  it.each([
    [
      'HTML',
      'afchunk.htm',
      '<html><head><style>.x{display:none}</style></head><body><h2>Doses</h2><p class="x">30 mg</p><p>Give <s>20 mg</s> 2 mg</p></body></html>',
      '## Doses\n\nGive 2 mg',
      { hidden: 1, struck: 1 },
    ],
    ['RTF', 'afchunk.rtf', '{\\rtf1 Give {\\strike 20 mg }2 mg\\par}', 'Give 2 mg', { hidden: 0, struck: 1 }],
    ['plain text', 'afchunk.txt', 'Give 2 mg', 'Give 2 mg', { hidden: 0, struck: 0 }],
  ])('are read: %s', async (_, name, content, expected, leftOut) => {
    const read1 = await read(p(run('Before')) + chunk + p(run('After')), [['aFChunk', name, content]]);
    expect(read1).toEqual({ text: `Before\n\n${expected}\n\nAfter`, leftOut });
  });

  it('are counted when they cannot be read', async () => {
    const read1 = await read(p(run('Before')) + chunk, [['aFChunk', 'afchunk.mht', 'MIME-Version: 1.0']]);
    expect(read1).toEqual({ text: 'Before', leftOut: { hidden: 0, struck: 0, unread: 1 } });
  });
});

describe('drawings in a Word document', () => {
  it('keep the text of their diagrams after their paragraph', async () => {
    const anchor = `<w:r><w:drawing><a:graphic xmlns:a="${drawing}"><a:graphicData uri="x"><dgm:relIds xmlns:dgm="d" xmlns:r="${office}" r:dm="rId1"/></a:graphicData></a:graphic></w:drawing></w:r>`;
    const point = (id: string, text: string): string =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const { text } = await read(p(run('See:') + anchor) + p(run('After')), [
      [
        'diagramData',
        'diagrams/data1.xml',
        `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="${drawing}"><dgm:ptLst>${point('1', 'Check rhythm')}${point('2', 'Shock once')}</dgm:ptLst><dgm:cxnLst/></dgm:dataModel>`,
      ],
    ]);
    expect(text).toBe('See:\n\n- Check rhythm\n- Shock once\n\nAfter');
  });

  it('are counted when an object cannot be read', async () => {
    const object = '<w:r><w:object><o:OLEObject xmlns:o="o" ProgID="Excel.Sheet.12"/></w:object></w:r>';
    expect((await read(p(run('Doses:') + object))).leftOut).toEqual({ hidden: 0, struck: 0, unread: 1 });
  });
});

describe('EQ fields of a Word document', () => {
  it.each([
    [' EQ \\f(1,2)', '1/2'],
    ['eq \\f(weight × 20,60)', '(weight × 20)/60'],
    [' EQ \\r(3,x)', '3√(x)'],
    [' EQ 10\\s\\up5(9)', '10⁹'],
    [' EQ \\b\\bc\\[(\\f(a,b))', '(a/b)'],
    [' EQ \\o(5,/)', '5/'],
    [' EQ \\f(1', '1/'],
    [` EQ ${'\\f('.repeat(500)}`, expect.any(String)],
    [' PAGE ', undefined],
  ])('render %s as %s', (instruction, text) => {
    expect(eqFieldText(instruction)).toEqual(text);
  });

  it('appear inline', async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const code =
      '<w:r><w:instrText xml:space="preserve"> EQ \\f(1,</w:instrText></w:r><w:r><w:instrText>2)</w:instrText></w:r>';
    const { text } = await read(p(run('Give ') + mark('begin') + code + mark('end') + run(' tablet')));
    expect(text).toBe('Give 1/2 tablet');
  });
});
