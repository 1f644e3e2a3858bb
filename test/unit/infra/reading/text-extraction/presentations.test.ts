import { describe, expect, it } from 'vitest';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { readOdp } from '../../../../../infra/reading/text-extraction/open-document/read-odp.ts';
import { readPptx } from '../../../../../infra/reading/text-extraction/presentation/read-pptx.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';
import {
  drawingParagraph,
  drawingRun,
  shape,
  writePptx,
} from '../../../../support/office-files/write-pptx.ts';

const line = (text: string, properties = ''): string => drawingParagraph(drawingRun(text), properties);
const title = (text: string): string => shape(line(text), 'title');
const read = async (file: Parameters<typeof writePptx>[0]) => {
  const { pages, leftOut, title: own } = await readPptx(writePptx(file), defaultExtractionLimits);
  return {
    texts: pages.map(({ text }) => text),
    numbers: pages.map(({ page }) => page),
    leftOut,
    title: own,
  };
};
const textOf = async (shapes: string): Promise<string> =>
  (await read({ slides: [{ shapes }] })).texts[0] ?? '';

const cell = (text: string, attributes = ''): string =>
  `<a:tc${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`;
const frame = (content: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="t"/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="x">${content}</a:graphicData></a:graphic></p:graphicFrame>`;

describe('a PowerPoint presentation', () => {
  it('is read slide by slide, each as a page below its title', async () => {
    const {
      texts,
      numbers,
      title: own,
    } = await read({
      title: 'Order sets',
      slides: [
        { shapes: shape(line('Give 1 mg IV')) + title('Cardiac arrest') },
        { shapes: shape(line('Order sets'), 'ctrTitle') + shape(line('2026'), 'subTitle') },
      ],
    });
    expect(texts).toEqual(['## Cardiac arrest\n\nGive 1 mg IV', '# Order sets\n\n2026']);
    expect(numbers).toEqual([1, 2]);
    expect(own).toBe('Order sets');
  });

  it('marks speaker notes as such', async () => {
    const { texts } = await read({
      slides: [{ shapes: title('Sepsis') + shape(line('30 mL/kg')), notes: 'Not in heart failure' }],
    });
    expect(texts[0]).toBe('## Sepsis\n\n30 mL/kg\n\n### Speaker notes\n\nNot in heart failure');
  });

  it('keeps its slide numbers when a slide is hidden, and counts it', async () => {
    const { texts, leftOut } = await read({
      slides: [
        { shapes: title('One') },
        { shapes: title('Old dose: 20 mg'), isHidden: true },
        { shapes: title('Three') + shape(line('hidden 5 mg'), '', ' hidden="1"') },
      ],
    });
    expect(texts).toEqual(['## One', '', '## Three']);
    expect(leftOut).toEqual({ hidden: 2, struck: 0 });
  });

  it('omits struck-out text', async () => {
    const runs = drawingRun('Give ') + drawingRun('20 mg ', 'strike="sngStrike"') + drawingRun('2 mg IV');
    const { texts, leftOut } = await read({ slides: [{ shapes: shape(drawingParagraph(runs)) }] });
    expect([texts[0], leftOut]).toEqual(['Give 2 mg IV', { hidden: 0, struck: 1 }]);
  });

  it('keeps its lists with their numbers and levels', async () => {
    const number = (type: string, level = 0, more = ''): string =>
      `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"${more}/></a:pPr>`;
    const text = await textOf(
      shape(
        line('Airway', number('arabicPeriod')) +
          line('suction', number('alphaLcParenR', 1)) +
          line('oxygen', number('alphaLcParenR', 1)) +
          line('Breathing', number('arabicPeriod')) +
          line('Fourth', number('arabicParenR', 0, ' startAt="4"')),
      ),
    );
    expect(text.split('\n').map((one) => one.trim())).toEqual([
      '1. Airway',
      'a) suction',
      'b) oxygen',
      '2. Breathing',
      '4) Fourth',
    ]);
  });

  it.each([
    ['those of the body of a slide', '', 'body', '- One\n- Two'],
    ['but not those without a bullet', '<a:pPr><a:buNone/></a:pPr>', 'body', 'One\n\nTwo'],
    ['those with a bullet in a box', '<a:pPr><a:buChar char="•"/></a:pPr>', undefined, '- One\n- Two'],
    ['but not others in a box', '', undefined, 'One\n\nTwo'],
  ] as const)('reads paragraphs as items: %s', async (_, properties, placeholder, expected) => {
    expect(await textOf(shape(line('One', properties) + line('Two', properties), placeholder))).toBe(
      expected,
    );
  });

  it('keeps its tables with merged cells', async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Drug')}${cell('Adult')}${cell('Child')}</a:tr><a:tr>${cell('Midazolam', ' rowSpan="2"')}${cell('10 mg')}${cell('0.2 mg/kg')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('5 mg', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr></a:tbl>`;
    expect(await textOf(title('Doses') + frame(table))).toBe(
      '## Doses\n\n| Drug | Adult | Child |\n| --- | --- | --- |\n| Midazolam | 10 mg | 0.2 mg/kg |\n| Midazolam | 5 mg | 5 mg |',
    );
  });

  it('reads the text of groups, and of alternative drawings once', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"/><p:nvPr/></p:nvGrpSpPr>${shape(line('Inside'))}</p:grpSp>`;
    const both = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x">${shape(line('Shown'))}</mc:Choice><mc:Fallback>${shape(line('Shown'))}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(group + both)).toBe('Inside\n\nShown');
  });

  it('shows layout text on each slide, except placeholders', async () => {
    const { texts } = await read({
      slides: [{ shapes: title('Sepsis') + shape(line('3'), 'sldNum') }],
      layout: shape(line('Click to edit'), 'title') + shape(line('County Hospital')),
      master: shape(line('Confidential')) + shape(line('Second level'), 'body'),
    });
    expect(texts[0]).toBe('## Sepsis\n\nCounty Hospital\n\nConfidential');
  });

  it('reads the text of its diagrams and the values of its charts', async () => {
    const relations = {
      rData: ['diagramData', '../diagrams/data1.xml'],
      rChart: ['chart', '../charts/chart1.xml'],
    } as const;
    const point = (id: string, text: string): string =>
      `<dgm:pt modelId="${id}"><dgm:t>${line(text)}</dgm:t></dgm:pt>`;
    const connection = (from: string, to: string, order: number): string =>
      `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
    const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const { texts } = await read({
      slides: [
        {
          shapes:
            frame('<dgm:relIds xmlns:dgm="d" r:dm="rData"/>') + frame('<c:chart xmlns:c="c" r:id="rChart"/>'),
          relations,
        },
      ],
      parts: {
        'ppt/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${drawing}><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point('2', 'Shock once')}${point('1', 'Check rhythm')}${point('3', 'VF')}<dgm:pt modelId="9" type="pres"/></dgm:ptLst><dgm:cxnLst>${connection('0', '2', 1)}${connection('0', '1', 0)}${connection('1', '3', 0)}</dgm:cxnLst></dgm:dataModel>`,
        'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${drawing}><c:chart><c:title><c:tx><c:rich>${line('Survival')}</c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2025</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Adults</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode><c:pt idx="0"><c:v>0.105</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      },
    });
    expect(texts[0]?.split('\n').map((one) => one.trim())).toEqual([
      '- Check rhythm',
      '- VF',
      '- Shock once',
      '',
      'Survival',
      '',
      '|  | 2025 |',
      '| --- | --- |',
      '| Adults | 10.5% |',
    ]);
  });

  it('reports an unreadable part', async () => {
    const { leftOut } = await read({ slides: [{ shapes: title('A') + frame('<p:oleObj/>') }] });
    expect(leftOut).toEqual({ hidden: 0, struck: 0, unread: 1 });
  });
});

describe('an OpenDocument presentation', () => {
  const page = (inside: string, style = 'dp1'): string =>
    `<draw:page draw:style-name="${style}">${inside}</draw:page>`;
  const box = (text: string, kind = ''): string =>
    `<draw:frame${kind === '' ? '' : ` presentation:class="${kind}"`}><draw:text-box>${text}</draw:text-box></draw:frame>`;
  const p = (text: string): string => `<text:p>${text}</text:p>`;
  it('is read slide by slide, with its notes, without its hidden slides', async () => {
    const hidden =
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
    const items = '<text:list><text:list-item><text:p>30 mL/kg</text:p></text:list-item></text:list>';
    const { pages, leftOut } = await readOdp(
      writeOpenDocument({
        kind: 'presentation',
        automatic: hidden,
        body:
          page(
            box(items, 'outline') +
              box(p('Sepsis'), 'title') +
              `<presentation:notes>${box(p('Not in heart failure'), 'notes')}</presentation:notes>`,
          ) +
          page(box(p('Old: 20 mg')), 'dp2') +
          page('<draw:custom-shape><text:p>Drawn</text:p></draw:custom-shape>'),
      }),
      defaultExtractionLimits,
    );
    expect(pages.map(({ text }) => text)).toEqual([
      '## Sepsis\n\n- 30 mL/kg\n\n### Speaker notes\n\nNot in heart failure',
      '',
      'Drawn',
    ]);
    expect(leftOut).toEqual({ hidden: 1, struck: 0 });
  });
});
