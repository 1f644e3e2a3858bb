import { describe, expect, it } from 'vitest';
import { readDocx } from '../../../../../infra/reading/text-extraction/docx/read-docx.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';
import { readText } from '../../../../../infra/reading/text-extraction/text/read-text.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const style = (type: string, id: string, properties: string, more = ''): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${more}<w:rPr>${properties}</w:rPr></w:style>`;

const readWord = async (xml: string, styles = '') => {
  const { pages, leftOut } = await readDocx(
    writeDocx({ blocks: [{ xml }], styles }),
    defaultExtractionLimits,
  );
  return { text: pages[0]?.text ?? '', leftOut };
};
const readPage = (body: string, css = '') => {
  const { text, leftOut } = htmlToText(`<html><head><style>${css}</style></head><body>${body}</body></html>`);
  return { text, leftOut };
};
const readMarkdown = (source: string) => {
  const { pages, leftOut } = readText(Buffer.from(source), 'markdown');
  return { text: pages[0]?.text ?? '', leftOut };
};

const oneStruck = { text: 'Give 2 mg IV', leftOut: { hidden: 0, struck: 1 } };
const oneHidden = { text: 'Give 2 mg IV', leftOut: { hidden: 1, struck: 0 } };
const nothing = { text: 'Give 2 mg IV', leftOut: { hidden: 0, struck: 0 } };

describe('struck-out text is omitted and counted', () => {
  const between = (struck: string): string => `<w:p>${run('Give ')}${struck}${run('2 mg IV')}</w:p>`;
  it.each([
    ['struck', '<w:strike/>', ''],
    ['struck twice', '<w:dstrike w:val="1"/>', ''],
    ['by a style', '<w:rStyle w:val="Gone"/>', style('character', 'Gone', '<w:strike/>')],
    [
      'by an inherited style',
      '<w:rStyle w:val="Child"/>',
      style('character', 'Gone', '<w:dstrike/>') +
        style('character', 'Child', '', '<w:basedOn w:val="Gone"/>'),
    ],
  ])('in Word, %s', async (_, properties, styles) => {
    expect(await readWord(between(run('20 mg ', properties)), styles)).toEqual(oneStruck);
  });

  it('in Word, by a paragraph style', async () => {
    const styles = style('paragraph', 'Old', '<w:strike/>');
    const paragraph = `<w:p><w:pPr><w:pStyle w:val="Old"/></w:pPr>${run('Give 20 mg')}</w:p>`;
    expect(await readWord(`${paragraph}<w:p>${run('Give 2 mg IV')}</w:p>`, styles)).toEqual(oneStruck);
  });

  it('but not when the run itself cancels the strike-through', async () => {
    const styles = style('character', 'Gone', '<w:strike/>');
    const said = run('2 mg', '<w:rStyle w:val="Gone"/><w:strike w:val="0"/>');
    expect(await readWord(`<w:p>${run('Give ')}${said}${run(' IV')}</w:p>`, styles)).toEqual(nothing);
  });

  it.each([
    ['<s>20 mg</s>', ''],
    ['<del>20 mg</del>', ''],
    ['<strike>20 <b>mg</b></strike>', ''],
    ['<span style="text-decoration: line-through red">20 mg</span>', ''],
    ['<span style="text-decoration-line:line-through">20 mg</span>', ''],
    ['<span class="old">20 mg</span>', '.old { text-decoration: line-through }'],
    [
      '<i id="x" class="old">20 mg</i>',
      '.old { text-decoration: none } p > #x { text-decoration: line-through }',
    ],
  ])('in HTML: %s', (struck, css) => {
    expect(readPage(`<p>Give ${struck} 2 mg IV</p>`, css)).toEqual(oneStruck);
  });

  it('in a heading, an item and a table cell of HTML', () => {
    const { text, leftOut } = readPage(
      '<h2><s>Old</s> New</h2><ul><li>1 mg</li><li><del>5 mg</del></li></ul><table><tr><th>Drug</th><th>Dose</th></tr><tr><td>x</td><td><s>9</s> 3 mg</td></tr></table>',
    );
    expect(text).toBe('## New\n\n- 1 mg\n\n| Drug | Dose |\n| --- | --- |\n| x | 3 mg |');
    expect(leftOut.struck).toBe(3);
  });

  it('but not when the page itself removes the line', () => {
    expect(readPage('<p>Give <s class="p">2 mg</s> IV</p>', 's.p { text-decoration: none }')).toEqual(
      nothing,
    );
  });

  it.each(['Give ~~20 mg~~ 2 mg IV', 'Give <del>20 mg</del> 2 mg IV', 'Give <s>20\nmg</s> 2 mg IV'])(
    'in Markdown: %j',
    (source) => {
      const { text, leftOut } = readMarkdown(source);
      expect({ text: text.replace(/ +/g, ' '), leftOut }).toEqual(oneStruck);
    },
  );

  it.each(['`~~20 mg~~`', '```\n~~20 mg~~\n```', 'Give ~20 mg or ~30 mg', '~~~\n20 mg\n~~~'])(
    'but not in Markdown: %j',
    (source) => {
      expect(readMarkdown(source)).toEqual({ text: source, leftOut: { hidden: 0, struck: 0 } });
    },
  );
});

describe('invisible text is omitted and counted', () => {
  const draft = 'draft: 30 mg ';
  it.each([
    ['vanish', '<w:vanish/>', ''],
    ['a style', '<w:rStyle w:val="Gone"/>', style('character', 'Gone', '<w:vanish/>')],
  ])('in Word, by %s', async (_, properties, styles) => {
    const hidden = run('draft: ', properties) + run('30 mg ', properties);
    expect(await readWord(`<w:p>${run('Give ')}${hidden}${run('2 mg IV')}</w:p>`, styles)).toEqual(oneHidden);
  });

  it('in Word, by a paragraph style, which a run may cancel', async () => {
    const styles = style('paragraph', 'Gone', '<w:vanish/>');
    const paragraph = (inner: string): string => `<w:p><w:pPr><w:pStyle w:val="Gone"/></w:pPr>${inner}</w:p>`;
    expect(
      await readWord(
        paragraph(run(draft)) + paragraph(run('Give 2 mg IV', '<w:vanish w:val="false"/>')),
        styles,
      ),
    ).toEqual(oneHidden);
  });

  it('in Word, but not when two styles cancel each other', async () => {
    const styles = style('paragraph', 'P', '<w:vanish/>') + style('character', 'C', '<w:vanish/>');
    const seen = `<w:p><w:pPr><w:pStyle w:val="P"/></w:pPr>${run('Give 2 mg IV', '<w:rStyle w:val="C"/>')}</w:p>`;
    expect(await readWord(seen, styles)).toEqual(nothing);
  });

  it('in Word, in a hidden row', async () => {
    const row = (text: string, properties = ''): string =>
      `<w:tr>${properties}<w:tc><w:p>${run(text)}</w:p></w:tc><w:tc><w:p>${run('1')}</w:p></w:tc></w:tr>`;
    const { text, leftOut } = await readWord(
      `<w:tbl>${row('A')}${row(draft, '<w:trPr><w:hidden/></w:trPr>')}${row('B')}</w:tbl>`,
    );
    expect(text).toBe('| A | 1 |\n| --- | --- |\n| B | 1 |');
    expect(leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it.each([
    ['<p style="display: none">30 mg</p>', ''],
    ['<p hidden>30 mg</p>', ''],
    ['<p style="visibility:hidden">30 <b>mg</b></p>'.replace(' <b>mg</b>', ' mg'), ''],
    ['<div class="draft"><p>30</p><p>mg</p></div>', '.draft{display:none!important}'],
    ['<div class="draft x">30 mg</div>', '@media screen { div.draft.x { visibility: collapse } }'],
    ['<dialog>30 mg</dialog>', ''],
    ['<!-- draft: 30 mg -->', ''],
    ['<p style="font-size:0">30 mg</p>', ''],
    ['<p style="opacity: 0">30 mg</p>', ''],
  ])('in HTML: %s', (hidden, css) => {
    expect(readPage(`${hidden}<p>Give 2 mg IV</p>`, css)).toEqual(oneHidden);
  });

  it.each([
    ['<dialog open>Give 2 mg IV</dialog>', ''],
    ['<div class="p">Give 2 mg IV</div>', '@media print { .p { display: none } }'],
    ['<div class="p">Give 2 mg IV</div>', '.p { display: none } div.p { display: block }'],
    ['<div style="visibility:hidden"><p style="visibility:visible">Give 2 mg IV</p></div>', ''],
    ['<details><summary>Give 2 mg IV</summary></details>', ''],
    ['<p>Give 2 mg IV</p><!--[if IE]><p>old</p><![endif]-->', ''],
  ])('but not visible text: %s', (seen, css) => {
    expect(readPage(seen, css)).toEqual(nothing);
  });

  it.each([
    'Give <!-- draft: 30 mg -->2 mg IV',
    'Give <span hidden>30 mg </span>2 mg IV',
    'Give <span style="display:none">30 mg </span>2 mg IV',
  ])('in Markdown: %s', (source) => {
    expect(readMarkdown(source)).toEqual(oneHidden);
  });
});

describe('the notes of a Word document', () => {
  it('keep their reference numbers', () => {
    const reference = '<sup><a href="#footnote-4" id="footnote-ref-4">[1]</a></sup>';
    const note = '<li id="footnote-4"><p>Not in children <a href="#footnote-ref-4">↑</a></p></li>';
    const { text } = htmlToText(`<p>Give 2${reference} mg</p><ol>${note}</ol>`, { listNumbers: 'in-text' });
    expect(text.replace(/\n\s*/g, '|')).toBe('Give 2¹ mg|¹ Not in children');
  });
});

describe('text next to the main text of a page', () => {
  it.each(['<aside>Give 2 mg IV</aside>', '<div role="complementary">Give 2 mg IV</div>'])(
    'is read: %s',
    (beside) => {
      expect(readPage(`<p>Dose</p>${beside}`).text).toBe('Dose\n\nGive 2 mg IV');
    },
  );
});

describe('symbol font characters in Word', () => {
  const symbol = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>';
  const inStyle = style('character', 'Sym', symbol);
  it.each([
    ['in ASCII', `${run('5 ')}${run('m', symbol)}${run('g/kg')}`, '5 μg/kg'],
    ['in the private range', `${run('5 ')}${run('\uF06D', symbol)}${run('g/kg')}`, '5 μg/kg'],
    ['by a style', `${run('5 ')}${run('m', '<w:rStyle w:val="Sym"/>')}${run('g/kg')}`, '5 μg/kg'],
    [
      'bounds',
      `${run('SpO2 ')}${run('\uF0B3', symbol)}${run(' 94, ')}${run('\u00A3', symbol)}${run(' 98')}`,
      'SpO2 ≥ 94, ≤ 98',
    ],
    [
      'as a named character',
      `${run('5 ')}<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>${run('g')}`,
      '5 μg',
    ],
    ['in Wingdings', `${run('\uF0FC', '<w:rFonts w:ascii="Wingdings"/>')}${run(' given')}`, '✓ given'],
    [
      'that no table has',
      `${run('5 ')}<w:r><w:sym w:font="Odd" w:char="F0E9"/></w:r>${run('10')}`,
      '5 \uFFFD10',
    ],
  ])('are converted to the printed characters: %s', async (_, inner, expected) => {
    expect((await readWord(`<w:p>${inner}</w:p>`, inStyle)).text).toBe(expected);
  });

  it('do not affect letters of other fonts', async () => {
    expect((await readWord(`<w:p>${run('5 mg', '<w:rFonts w:ascii="Arial"/>')}</w:p>`)).text).toBe('5 mg');
  });
});
