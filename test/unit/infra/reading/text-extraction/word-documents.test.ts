import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDocx } from '../../../../../infra/reading/text-extraction/docx/read-docx.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { type DocxBlock, writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { writeZip } from '../../../../../scripts/samples/write-zip.ts';

const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const compatibility = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const xml = (content: string): DocxBlock => ({ xml: content });
const step = (text: string, numId: number, level = 0): DocxBlock =>
  xml(
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr>${run(text)}</w:p>`,
  );
const styled = (text: string, style: string): DocxBlock =>
  xml(`<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`);

type Level = readonly [format: string, text: string, more?: string];
const list = (id: number, levels: readonly Level[], overrides = ''): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels
    .map(
      ([format, text, more = ''], index) =>
        `<w:lvl w:ilvl="${index}">${more.includes('w:start') ? '' : '<w:start w:val="1"/>'}${more}<w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('')}</w:abstractNum>${num(id, id, overrides)}`;
const num = (id: number, definition: number, overrides = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${overrides}</w:num>`;

const linesOf = async (
  blocks: readonly DocxBlock[],
  more: { readonly numbering?: string; readonly styles?: string } = {},
): Promise<readonly string[]> => {
  const { pages } = await readDocx(writeDocx({ blocks, ...more }), defaultExtractionLimits);
  return (pages[0]?.text ?? '').split('\n').filter((line) => line !== '');
};

describe('step numbers in a Word document', () => {
  it('continue after a note and after a table, as Word prints them', async () => {
    const lines = await linesOf([
      step('Open the airway', 1),
      step('Give oxygen', 1),
      { paragraph: 'NOTE: not in a fire' },
      step('Give epinephrine', 1),
      step('Go to step 5', 1),
      {
        table: [
          ['Age', 'Dose'],
          ['1', '0.1 mg'],
        ],
      },
      step('Transport', 1),
    ]);
    expect(lines).toEqual([
      '1. Open the airway',
      '2. Give oxygen',
      'NOTE: not in a fire',
      '3. Give epinephrine',
      '4. Go to step 5',
      '| Age | Dose |',
      '| --- | --- |',
      '| 1 | 0.1 mg |',
      '5. Transport',
    ]);
  });

  it('begin where the list begins, and again where a list of the same kind restarts', async () => {
    const numbering =
      list(7, [['decimal', '%1.', '<w:start w:val="4"/>']]) +
      num(8, 7) +
      num(9, 7, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>') +
      num(
        10,
        7,
        '<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:lvlOverride>',
      );
    const lines = await linesOf(
      [step('a', 7), step('b', 8), step('c', 9), step('d', 9), step('e', 7), step('f', 10)],
      { numbering },
    );
    expect(lines).toEqual(['4. a', '5. b', '1. c', '2. d', '3. e', 'D) f']);
  });

  it.each([
    ['lowerLetter', ['a', 'b', 'c']],
    ['upperLetter', ['A', 'B', 'C']],
    ['lowerRoman', ['i', 'ii', 'iii']],
    ['upperRoman', ['I', 'II', 'III']],
    ['decimalZero', ['01', '02', '03']],
    ['ordinal', ['1st', '2nd', '3rd']],
    ['decimal', ['1', '2', '3']],
  ])('are formatted by the list: %s', async (format, labels) => {
    const lines = await linesOf([step('x', 7), step('x', 7), step('x', 7)], {
      numbering: list(7, [[format, 'Step %1:']]),
    });
    expect(lines).toEqual(labels.map((label) => `Step ${label}: x`));
  });

  it('begin at 0 where the file gives no start, by the standard', async () => {
    const numbering = `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>${num(7, 7)}`;
    expect(await linesOf([step('x', 7), step('x', 7)], { numbering })).toEqual(['0. x', '1. x']);
  });

  it('repeat letters after z', async () => {
    const lines = await linesOf([step('x', 7), step('x', 7)], {
      numbering: list(7, [['lowerLetter', '%1.', '<w:start w:val="26"/>']]),
    });
    expect(lines).toEqual(['z. x', 'aa. x']);
  });

  it('include the levels above, and restart below each of them by default', async () => {
    const numbering = list(7, [
      ['decimal', '%1'],
      ['lowerLetter', '%1.%2'],
      ['decimal', '(%3)', '<w:lvlRestart w:val="0"/>'],
    ]);
    const lines = await linesOf(
      [
        step('one', 7),
        step('one a', 7, 1),
        step('first', 7, 2),
        step('one b', 7, 1),
        step('second', 7, 2),
        step('two', 7),
        step('two a', 7, 1),
        step('third', 7, 2),
      ],
      { numbering },
    );
    expect(lines.map((line) => line.trim())).toEqual([
      '1 one',
      '1.a one a',
      '(1) first',
      '1.b one b',
      '(2) second',
      '2 two',
      '2.a two a',
      '(3) third',
    ]);
    expect(lines[1]).toMatch(/^ +1\.a/);
  });

  it('follow the paragraph style, even an inherited one, and appear in headings', async () => {
    const numbering = list(7, [
      ['upperRoman', '%1.', '<w:pStyle w:val="Heading1"/>'],
      ['decimal', '%1.%2', '<w:isLgl/><w:pStyle w:val="Step"/>'],
    ]);
    const inStyle = '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>';
    const styles =
      `<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/>${inStyle}</w:style>` +
      '<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Step"/></w:style>' +
      `<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>`;
    const heading = xml(
      `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>${run('Airway')}</w:p>`,
    );
    const unnumbered = xml(
      `<w:p><w:pPr><w:pStyle w:val="Step"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>${run('plain')}</w:p>`,
    );
    const lines = await linesOf(
      [
        heading,
        styled('suction', 'Step'),
        styled('loop', 'Loop'),
        unnumbered,
        styled('intubate', 'Step'),
        styled('sub', 'Sub'),
      ],
      { numbering, styles },
    );
    expect(lines.map((line) => line.trim())).toEqual([
      '## I. Airway',
      '1.1 suction',
      'loop',
      'plain',
      '1.2 intubate',
      'II. sub',
    ]);
  });

  it('omit deleted text, and appear once before text that is repeated for older programs', async () => {
    const deleted = xml(
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run('joined ')}</w:p>`,
    );
    const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
    const inBox = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('boxed')}</w:p>`;
    const twice = xml(
      `<w:p><w:r><mc:AlternateContent ${compatibility}><mc:Choice Requires="wps"><w:drawing>${box(inBox)}</w:drawing></mc:Choice>` +
        `<mc:Fallback><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${box(inBox)}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    );
    expect(await linesOf([step('a', 1), deleted, step('b', 1), twice, step('c', 1)])).toEqual([
      '1. a',
      '2. joined b',
      '3. boxed',
      '4. c',
    ]);
  });

  it('also appear in table cells', async () => {
    const cell = (content: string) => `<w:tc><w:tcPr/>${content}</w:tc>`;
    const inCell = (text: string) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
    const row = (left: string, right: string) => `<w:tr>${cell(left)}${cell(right)}</w:tr>`;
    const table = xml(
      `<w:tbl>${row(inCell('Oxygen'), `<w:p>${run('15 L')}</w:p>`)}${row(inCell('Fluid'), `<w:p>${run('20 mL')}</w:p>`)}</w:tbl>`,
    );
    expect(await linesOf([table])).toEqual(['| 1. Oxygen | 15 L |', '| --- | --- |', '| 2. Fluid | 20 mL |']);
  });

  it('are not written next to bullets, which stay bullets', async () => {
    expect(await linesOf([step('a', 2), step('b', 2)])).toEqual(['- a', '- b']);
  });
});

describe('special text in a Word document', () => {
  it('is read from fields', async () => {
    const caption = xml(
      `<w:p>${run('Table ')}<w:fldSimple w:instr=" SEQ Table "><w:fldSimple w:instr=" X ">${run('3')}</w:fldSimple></w:fldSimple>${run('. Doses')}</w:p>`,
    );
    expect(await linesOf([caption])).toEqual(['Table 3. Doses']);
  });

  it('is read from formulas, with fraction bars and exponents', async () => {
    const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const formula =
      `<m:f><m:num>${t('weight × 20')}</m:num><m:den>${t('60')}</m:den></m:f>${t(' + ')}` +
      `<m:sSup><m:e>${t('10')}</m:e><m:sup>${t('3')}</m:sup></m:sSup>${t(' mg/kg')}`;
    const lines = await linesOf([
      xml(`<w:p ${math}>${run('Dose = ')}<m:oMath>${formula}</m:oMath>${run(' at once')}</w:p>`),
      xml(
        `<w:p><m:oMathPara ${math}><m:oMath>${t('QTc')}<m:rad><m:deg/><m:e>${t('RR')}</m:e></m:rad></m:oMath></m:oMathPara></w:p>`,
      ),
    ]);
    expect(lines).toEqual(['Dose = (weight × 20)/60 + 10^3 mg/kg at once', 'QTc√(RR)']);
  });

  it('is read from text boxes of any shape, in order', async () => {
    const drawing = (text: string) =>
      `<w:drawing><w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent></w:drawing>`;
    const chosen = (text: string) =>
      `<w:r><mc:AlternateContent ${compatibility}><mc:Choice Requires="wps">${drawing(text)}</mc:Choice></mc:AlternateContent></w:r>`;
    const plain = (text: string) => `<w:r>${drawing(text)}</w:r>`;
    const oval = (text: string) =>
      `<w:r><w:pict><v:oval xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent></v:textbox></v:oval></w:pict></w:r>`;
    for (const box of [chosen, plain, oval]) {
      const anchor = xml(`<w:p>${run('Before')}${box('Call for help')}${box('Go to step 4')}</w:p>`);
      expect(await linesOf([anchor, { paragraph: 'After' }])).toEqual([
        'Before',
        'Call for help',
        'Go to step 4',
        'After',
      ]);
    }
  });

  it('keeps words separate on two lines or at two tab stops', async () => {
    const words = xml(
      '<w:p><w:r><w:t>0.5</w:t><w:cr/><w:t>mg</w:t><w:ptab w:alignment="right"/><w:t>IM</w:t></w:r></w:p>',
    );
    expect((await linesOf([words])).map((line) => line.trim())).toEqual(['0.5', 'mg IM']);
  });

  /** The same document with its main part changed. */
  const withMainPart = (content: Uint8Array, change: (xml: string) => string): Uint8Array => {
    const { 'word/document.xml': main, ...others } = unzipSync(content);
    return writeZip({ ...others, 'word/document.xml': change(strFromU8(main ?? new Uint8Array())) });
  };
  const listed = writeDocx({ blocks: [step('a', 1), { paragraph: 'NOTE' }, step('b', 1)] });

  it('is read the same with other namespace prefixes', async () => {
    const renamed = withMainPart(listed, (part) =>
      part.replace(/\bw:|(?<=xmlns:)w\b/g, (w) => w.replace('w', 'ns0')),
    );
    const { pages } = await readDocx(renamed, defaultExtractionLimits);
    expect(pages[0]?.text).toBe('1. a\n\nNOTE\n\n2. b');
  });

  it('is rejected when the part is truncated, instead of being read in part', async () => {
    const cut = withMainPart(listed, (part) => part.slice(0, part.indexOf('NOTE')));
    await expect(readDocx(cut, defaultExtractionLimits)).rejects.toMatchObject({
      reason: { details: { reason: 'docx_damaged' } },
    });
  });
});

describe('a Word document with trailing bytes', () => {
  it('is read without the bytes after its end', async () => {
    const file = writeDocx({ blocks: [{ paragraph: 'Give oxygen' }] });
    const { pages } = await readDocx(Buffer.concat([file, Buffer.from('\r\n--')]), defaultExtractionLimits);
    expect(pages[0]?.text).toBe('Give oxygen');
  });
});
