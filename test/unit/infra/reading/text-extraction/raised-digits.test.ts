import { describe, expect, it } from 'vitest';
import { readDocx } from '../../../../../infra/reading/text-extraction/docx/read-docx.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';
import { readOdt } from '../../../../../infra/reading/text-extraction/open-document/read-odt.ts';
import { readPptx } from '../../../../../infra/reading/text-extraction/presentation/read-pptx.ts';
import { readRtf } from '../../../../../infra/reading/text-extraction/rtf/read-rtf.ts';
import { readXlsx } from '../../../../../infra/reading/text-extraction/spreadsheet/read-xlsx.ts';
import { readText } from '../../../../../infra/reading/text-extraction/text/read-text.ts';
import { readPubmedRecords } from '../../../../../infra/services/evidence-sources/pubmed/pubmed-records.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { writeOpenDocument } from '../../../../support/office-files/write-open-document.ts';
import {
  drawingParagraph,
  drawingRun,
  shape,
  writePptx,
} from '../../../../support/office-files/write-pptx.ts';
import { writeXlsx } from '../../../../support/office-files/write-xlsx.ts';

/** A part of a line: `^` raised, `_` lowered, and the expected reading. */
type Stretch = string | { readonly up: string } | { readonly down: string };
const up = (text: string): Stretch => ({ up: text });
const down = (text: string): Stretch => ({ down: text });

/** Lines with their meaning. */
const lines: readonly (readonly [kind: string, printed: readonly Stretch[], read: string])[] = [
  ['a mark after a number', ['Give 2', up('1'), ' mg IV'], 'Give 2¹ mg IV'],
  ['a mark after a decimal', ['0.5', up('3'), ' mg/kg'], '0.5³ mg/kg'],
  ['two marks', ['Give 2', up('1,2'), ' mg'], 'Give 2¹,² mg'],
  ['a mark after a word', ['epinephrine', up('4'), ' 1 mg'], 'epinephrine⁴ 1 mg'],
  ['a mark after a ten', ['10', up('1'), ' mg'], '10¹ mg'],
  ['a mark at the beginning', [up('1'), ' Not in children'], '¹ Not in children'],
  ['a letter as a mark', ['2', up('a'), ' mg'], '2^a mg'],
  ['a dagger', ['2', up('†'), ' mg'], '2† mg'],
  ['a power of ten', ['50×10', up('9'), '/L'], '50×10^9/L'],
  ['a power of ten in parts', ['1 × 10', up('-'), up('3'), ' mol'], '1 × 10^-3 mol'],
  ['an area', ['1.73 m', up('2')], '1.73 m²'],
  ['a fraction', ['Give ', up('1'), '/', down('2'), ' tablet'], 'Give 1/2 tablet'],
  ['a fraction after a number', ['Give 1', up('1'), '⁄', down('2'), ' tablets'], 'Give 1 1/2 tablets'],
  ['water and oxygen', ['H', down('2'), 'O, SpO', down('2'), ', CO', down('2')], 'H2O, SpO2, CO2'],
  ['a lowered number after a number', ['20', down('1'), ' mg'], '20₁ mg'],
  ['an ordinal', ['the 1', up('st'), ' dose'], 'the 1st dose'],
  ['an ion', ['Ca', up('2+'), ' 1 mmol'], 'Ca²⁺ 1 mmol'],
  ['a degree', ['34', up('o'), 'C'], '34°C'],
];

const written = (
  stretches: readonly Stretch[],
  write: { readonly plain: (text: string) => string; readonly up: string; readonly down: string },
): string =>
  stretches
    .map((one) => {
      if (typeof one === 'string') return write.plain(one);
      return 'up' in one ? write.up.replace('%', one.up) : write.down.replace('%', one.down);
    })
    .join('');

const asIs = (text: string): string => text;
const ofHtml = (html: string): string => htmlToText(html).text;
const inHtml =
  (raised: string, lowered: string, head = '') =>
  (stretches: readonly Stretch[]): string =>
    ofHtml(
      `<html><head>${head}</head><body><p>${written(stretches, { plain: asIs, up: raised, down: lowered })}</p></body></html>`,
    );
const run = (properties: string): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">%</w:t></w:r>`;
const inWord =
  (raised: string, lowered: string, styles = '') =>
  async (stretches: readonly Stretch[]): Promise<string> => {
    const plain = (text: string): string => run('').replace('%', text);
    const xml = `<w:p>${written(stretches, { plain, up: run(raised), down: run(lowered) })}</w:p>`;
    const file = writeDocx({ blocks: [{ xml }], styles });
    return (await readDocx(file, defaultExtractionLimits)).pages[0]?.text ?? '';
  };
const characterStyle = (id: string, properties: string, basedOn = ''): string =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${id}"/>${basedOn}<w:rPr>${properties}</w:rPr></w:style>`;
const raisedStyles =
  characterStyle('Up', '<w:vertAlign w:val="superscript"/>') +
  characterStyle('Mark', '', '<w:basedOn w:val="Up"/>') +
  characterStyle('Down', '<w:vertAlign w:val="subscript"/>');

/** RTF text, with non-ASCII characters as numeric escapes. */
const rtfText = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0)}?`);
const inRtf =
  (raised: string, lowered: string) =>
  async (stretches: readonly Stretch[]): Promise<string> => {
    const safe = stretches.map((one): Stretch => {
      if (typeof one === 'string') return one;
      return 'up' in one ? up(rtfText(one.up)) : down(rtfText(one.down));
    });
    const text = written(safe, { plain: rtfText, up: raised, down: lowered });
    return (await readRtf(Buffer.from(`{\\rtf1\\ansi ${text}\\par}`))).pages[0]?.text ?? '';
  };

const readers: readonly (readonly [string, (stretches: readonly Stretch[]) => string | Promise<string>])[] = [
  ['HTML elements', inHtml('<sup>%</sup>', '<sub>%</sub>')],
  ['links in HTML elements', inHtml('<sup><a href="#n">%</a></sup>', '<sub><i>%</i></sub>')],
  [
    'HTML styles',
    inHtml('<span style="vertical-align: super">%</span>', '<span style="vertical-align:sub">%</span>'),
  ],
  [
    'lengths in styles',
    inHtml(
      '<span style="vertical-align:0.4em">%</span>',
      '<span style="vertical-align:-20%">%</span>'.replace('-20%', '-3px'),
    ),
  ],
  [
    'class rules',
    inHtml(
      '<b class="x up">%</b>',
      '<b class="down">%</b>',
      '<style>/* a */ .up, .z { vertical-align: super; font-size: 70% } @media print { .up { vertical-align: baseline } } p .down{vertical-align:sub}</style>',
    ),
  ],
  [
    'HTML cells',
    (stretches) =>
      ofHtml(
        `<table><tr><th>Drug</th><th>Dose</th></tr><tr><td>x</td><td>${written(stretches, { plain: asIs, up: '<sup>%</sup>', down: '<sub>%</sub>' })}</td></tr></table>`,
      ).replace(/^[\s\S]*\| x \| (.*) \|$/, '$1'),
  ],
  ['Word runs', inWord('<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>')],
  ['Word styles', inWord('<w:rStyle w:val="Mark"/>', '<w:rStyle w:val="Down"/>', raisedStyles)],
  [
    'PubMed',
    (stretches) =>
      readPubmedRecords(
        `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Abstract><AbstractText>${written(stretches, { plain: asIs, up: '<sup>%</sup>', down: '<sub>%</sub>' })}</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
      )?.[0]?.sections[0]?.text ?? '',
  ],
  [
    'PowerPoint',
    async (stretches) => {
      const plain = (text: string): string => drawingRun(text);
      const runs = written(stretches, {
        plain,
        up: drawingRun('%', 'baseline="30000"'),
        down: drawingRun('%', 'baseline="-25000"'),
      });
      const file = writePptx({ slides: [{ shapes: shape(drawingParagraph(runs)) }] });
      return (await readPptx(file, defaultExtractionLimits)).pages[0]?.text ?? '';
    },
  ],
  [
    'Excel',
    async (stretches) => {
      const run = (properties: string): string =>
        `<r><rPr>${properties}</rPr><t xml:space="preserve">%</t></r>`;
      const rich = written(stretches, {
        plain: (text) => run('').replace('%', text),
        up: run('<vertAlign val="superscript"/>'),
        down: run('<vertAlign val="subscript"/>'),
      });
      const file = writeXlsx({ sheets: [{ rows: [[{ rich }]] }] });
      return (await readXlsx(file, defaultExtractionLimits)).pages[0]?.text ?? '';
    },
  ],
  [
    'OpenDocument',
    async (stretches) => {
      const span = (style: string): string => `<text:span text:style-name="${style}">%</text:span>`;
      const body = `<text:p>${written(stretches, { plain: asIs, up: span('Up'), down: span('Down') })}</text:p>`;
      const automatic = [
        ['Up', 'super 58%'],
        ['Down', '-20% 58%'],
      ]
        .map(
          ([name, position]) =>
            `<style:style style:name="${name}" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`,
        )
        .join('');
      const file = writeOpenDocument({ kind: 'text', body, automatic });
      return (await readOdt(file, defaultExtractionLimits)).pages[0]?.text ?? '';
    },
  ],
  ['RTF', inRtf('{\\super %}', '{\\sub %}')],
  ['RTF with on and off switches', inRtf('\\super %\\nosupersub ', '\\sub %\\nosupersub ')],
  [
    'Markdown',
    (stretches) =>
      readText(
        Buffer.from(written(stretches, { plain: asIs, up: '<sup>%</sup>', down: '<sub>%</sub>' })),
        'markdown',
      ).pages[0]?.text ?? '',
  ],
];

describe.each(readers)('raised and lowered digits in %s', (_, read) => {
  it.each(lines)('%s', async (__, printed, expected) => {
    expect(await read(printed)).toBe(expected);
  });
});

describe('digits that Word only shifts up or down', () => {
  const read = inWord('<w:position w:val="8"/><w:sz w:val="14"/>', '<w:position w:val="-6"/>');
  it.each([
    [['Give 2', up('1'), ' mg'], 'Give 2¹ mg'],
    [['50×10', up('9'), '/L'], '50×10^9/L'],
    [['SpO', down('2')], 'SpO2'],
    [['Dose: ', down('give 2 mg')], 'Dose: give 2 mg'],
  ] as const)('%j', async (printed, expected) => {
    expect(await read(printed)).toBe(expected);
  });
});

describe('MathML formulas', () => {
  const formulas: readonly (readonly [string, string])[] = [
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>', '1 1/2'],
    ['<mrow><mn>50</mn><mo>×</mo><msup><mn>10</mn><mn>9</mn></msup><mo>/</mo><mi>L</mi></mrow>', '50×10^9/L'],
    ['<mn>1.73</mn><msup><mi mathvariant="normal">m</mi><mn>2</mn></msup>', '1.73m²'],
    ['<msub><mi>SpO</mi><mn>2</mn></msub><mo>≥</mo><mn>94</mn><mo>%</mo>', 'SpO2 ≥ 94%'],
    ['<msup><mn>2</mn><mn>1</mn></msup><mtext> mg</mtext>', '2^1 mg'],
    [
      '<semantics><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><annotation>\\frac</annotation></semantics>',
      '(a+b)/2',
    ],
    ['<msqrt><mi>RR</mi></msqrt>', '√(RR)'],
  ];
  it.each(formulas)('%s', (formula, expected) => {
    expect(ofHtml(`<p>Give <math>${formula}</math> now</p>`)).toBe(`Give ${expected} now`);
    const prefixed = formula
      .replace(/<(\/?)m/g, '<$1mml:m')
      .replace(/<(\/?)(semantics|annotation)/g, '<$1mml:$2');
    const record = readPubmedRecords(
      `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Abstract><AbstractText>Give <mml:math>${prefixed}</mml:math> now</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
    )?.[0];
    expect(record?.sections[0]?.text).toBe(`Give ${expected} now`);
  });
});
