import { describe, expect, it } from 'vitest';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readOdt } from '../../../../../infra/reading/text-extraction/open-document/read-odt.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';

type File = Parameters<typeof writeOpenDocument>[0];
const read = async (body: string, more: Partial<File> = {}) => {
  const { pages, leftOut } = await readOdt(
    writeOpenDocument({ kind: 'text', body, ...more }),
    defaultExtractionLimits,
  );
  return { text: pages[0]?.text ?? '', leftOut };
};
const p = (text: string, attributes = ''): string => `<text:p${attributes}>${text}</text:p>`;
const h = (text: string, level: number): string => `<text:h text:outline-level="${level}">${text}</text:h>`;
const textStyle = (name: string, properties: string, family = 'text', more = ''): string =>
  `<style:style style:name="${name}" style:family="${family}"${more}><style:text-properties ${properties}/></style:style>`;

describe('an OpenDocument text', () => {
  it('keeps its headings, paragraphs, spaces and line breaks', async () => {
    const { text } = await read(
      h('Seizure', 1) + p('Give<text:s text:c="2"/>5 mg<text:tab/>IM<text:line-break/>once'),
    );
    expect(text).toBe('## Seizure\n\nGive 5 mg IM\nonce');
  });

  it('treats paragraphs with a heading style as headings', async () => {
    const styles =
      '<style:style style:name="Heading_20_1" style:family="paragraph"/><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Heading_20_1"/>';
    const { text } = await read(
      p('Policy', ' text:style-name="Title"') + p('Dose', ' text:style-name="P1"') + p('2 mg'),
      { styles },
    );
    expect(text).toBe('# Policy\n\n## Dose\n\n2 mg');
  });

  it('numbers its headings by its outline', async () => {
    const level = (at: number, shown: number): string =>
      `<text:outline-level-style text:level="${at}" style:num-format="1" text:display-levels="${shown}"/>`;
    const styles = `<text:outline-style>${level(1, 1)}${level(2, 2)}</text:outline-style>`;
    const { text } = await read(h('A', 1) + h('B', 1) + h('C', 2) + h('D', 2), { styles });
    expect(text).toBe('## 1 A\n\n## 2 B\n\n### 2.1 C\n\n### 2.2 D');
  });

  it('keeps its lists with the printed numbers', async () => {
    const level = (at: number, format: string, suffix: string, shown = 1): string =>
      `<text:list-level-style-number text:level="${at}" style:num-format="${format}" style:num-suffix="${suffix}" text:display-levels="${shown}"/>`;
    const automatic = `<text:list-style style:name="L1">${level(1, '1', '.')}${level(2, 'a', ')')}</text:list-style><text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>`;
    const list = (items: string, attributes: string): string =>
      `<text:list${attributes}>${items}</text:list>`;
    const item = (inside: string): string => `<text:list-item>${inside}</text:list-item>`;
    const { text } = await read(
      list(
        item(p('Airway') + list(item(p('suction')) + item(p('oxygen')), '')) + item(p('Breathing')),
        ' text:style-name="L1"',
      ) +
        p('then') +
        list(item(p('Circulation')), ' text:style-name="L1" text:continue-numbering="true"') +
        list(item(p('a bullet')), ' text:style-name="L2"'),
      { automatic },
    );
    expect(text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))).toEqual([
      '1. Airway',
      'a) suction',
      'b) oxygen',
      '2. Breathing',
      'then',
      '3. Circulation',
      '- a bullet',
    ]);
  });

  it.each([
    [
      'a span',
      textStyle('x', 'style:text-line-through-style="solid"'),
      '<text:span text:style-name="x">20 mg</text:span>',
    ],
    [
      'an inherited style',
      textStyle('y', 'style:text-line-through-type="single"') +
        '<style:style style:name="x" style:family="text" style:parent-style-name="y"/>',
      '<text:span text:style-name="x">20 mg</text:span>',
    ],
  ])('omits text struck through by %s', async (_, automatic, struck) => {
    expect(await read(p(`Give ${struck} 2 mg IV`), { automatic })).toEqual({
      text: 'Give 2 mg IV',
      leftOut: { hidden: 0, struck: 1 },
    });
  });

  it.each([
    ['a style', p('Give <text:span text:style-name="x">30 mg</text:span> 2 mg IV')],
    ['a section', `<text:section text:display="none">${p('30 mg')}</text:section>${p('Give 2 mg IV')}`],
    ['a field', p('<text:hidden-paragraph text:is-hidden="true"/>30 mg') + p('Give 2 mg IV')],
  ])('omits text hidden by %s', async (_, body) => {
    expect(await read(body, { automatic: textStyle('x', 'text:display="none"') })).toEqual({
      text: 'Give 2 mg IV',
      leftOut: { hidden: 1, struck: 0 },
    });
  });

  it('omits deleted text and review comments', async () => {
    const { text } = await read(
      `<text:tracked-changes><text:changed-region><text:deletion>${p('20 mg')}</text:deletion></text:changed-region></text:tracked-changes>` +
        p(`Give <office:annotation>${p('really?')}</office:annotation>2 mg`),
    );
    expect(text).toBe('Give 2 mg');
  });

  it('keeps its tables, with headers, merged cells and without hidden rows', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<table:table-cell${attributes}>${p(text)}</table:table-cell>`;
    const row = (cells: string, attributes = ''): string =>
      `<table:table-row${attributes}>${cells}</table:table-row>`;
    const { text, leftOut } = await read(
      `<table:table><table:table-header-rows>${row(cell('Drug') + cell('Dose'))}</table:table-header-rows>` +
        row(cell('A', ' table:number-rows-spanned="2"') + cell('1 mg')) +
        row(`<table:covered-table-cell/>${cell('2 mg')}`) +
        row(cell('B') + cell('9 mg'), ' table:visibility="collapse"') +
        '</table:table>',
    );
    expect(text).toBe('| Drug | Dose |\n| --- | --- |\n| A | 1 mg |\n| A | 2 mg |');
    expect(leftOut).toEqual({ hidden: 1, struck: 0 });
  });

  it('places the text of boxes after their paragraph, and its notes with their marks', async () => {
    const note = (mark: string, text: string): string =>
      `<text:note><text:note-citation>${mark}</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;
    const { text } = await read(
      p(
        `Give 2${note('1', 'Not in children')} mg<draw:frame><draw:text-box>${p('Warning')}</draw:text-box></draw:frame> IV`,
      ),
    );
    expect(text).toBe('Give 2¹ mg IV\n\nWarning\n\n¹ Not in children');
  });

  it('keeps headers and footers', async () => {
    const masterPages = `<style:master-page style:name="Standard"><style:header>${p('Policy 5.03')}</style:header><style:footer>${p('Effective July 1, 2026')}</style:footer></style:master-page>`;
    const { text } = await read(p('Give 2 mg'), { masterPages });
    expect(text).toBe('Policy 5.03\n\nGive 2 mg\n\nEffective July 1, 2026');
  });

  it('keeps its formulas, and reports an unreadable object', async () => {
    const object = (address: string): string =>
      `<draw:frame><draw:object xlink:href="./${address}"/></draw:frame>`;
    const { text, leftOut } = await read(p(`Give ${object('F')} tablet`) + p(object('Chart')), {
      parts: {
        'F/content.xml':
          '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation encoding="StarMath 5.0">1 over 2</annotation></semantics></math>',
      },
    });
    expect(text).toBe('Give 1/2 tablet');
    expect(leftOut).toEqual({ hidden: 0, struck: 0, unread: 1 });
  });

  it('converts characters of symbol fonts to the printed characters', async () => {
    const automatic = textStyle('x', 'style:font-name="Symbol"');
    expect((await read(p('5 <text:span text:style-name="x">m</text:span>g'), { automatic })).text).toBe(
      '5 μg',
    );
  });

  it.each([
    ['when protected by a password', { manifest: '<manifest:encryption-data/>' }, 'file_encrypted'],
    ['when of another kind', { kind: 'spreadsheet' as const }, 'format_mismatch'],
  ])('is rejected %s', async (_, more, reason) => {
    expect(await failureOf(read(p('a'), more))).toMatchObject({ details: { reason } });
  });

  it('is rejected when endlessly nested', async () => {
    const deep = '<text:section>'.repeat(20_000) + p('a') + '</text:section>'.repeat(20_000);
    expect(await failureOf(read(deep))).toMatchObject({ details: { reason: 'nested_too_deep' } });
  });
});
