import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../../domain/knowledge/clean-pages.ts';
import { layOutPage } from '../../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import { countCl100kTokens } from '../../../../../../infra/reading/text-extraction/token-counter.ts';
import { type PdfMark, writePdf } from '../../../../../../scripts/samples/write-pdf.ts';
import { drawProse } from '../../../../../support/draw-table.ts';
import { pageOfMarks } from '../../../../../support/page-of-marks.ts';
import { readPdfBytes } from '../../../../../support/read-pdf-pages.ts';

const body = Array.from(
  { length: 12 },
  (_, index) => `The team checks the patient again in step ${index + 1}.`,
);
const read = (marks: readonly PdfMark[]): readonly string[] => {
  const { characters, rules } = pageOfMarks(marks);
  return layOutPage(characters, rules).text.split('\n');
};
/** A line in larger print, and a smaller one directly below it. */
const page = (large: string, small: string): readonly PdfMark[] => [
  ...drawProse([large], 60, 700, 12),
  ...drawProse([small], 60, 687, 10),
  ...drawProse(body, 60, 640, 10),
];

describe('a line of a PDF in larger print', () => {
  it('is a heading', () => {
    expect(read(page('Care of wounds', 'Clean the wound with water.'))).toContain('## Care of wounds');
  });

  it('is not a heading when its sentence continues in the line below, as in a scan', () => {
    const lines = read(
      page('Patients are taken to the most appropriate', 'facility that can care for them.'),
    );
    expect(lines).toContain('Patients are taken to the most appropriate');
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([]);
  });
});

/** Lines below each other in one size; those that begin with `**` are bold, and an empty one leaves a gap. */
const drawLines = (lines: readonly string[]): readonly PdfMark[] =>
  lines.flatMap((line, at): readonly PdfMark[] => {
    const bold = line.startsWith('**');
    const text = line.replace('**', '');
    return text === '' ? [] : [{ text, x: 72, y: 740 - 13 * at, size: 11, bold }];
  });
const prose = (subject: string): readonly string[] => [
  `The team looks at the ${subject} of the patient before anything else is done there,`,
  'and writes down what it has found, with the time at which it was seen.',
];
const headingsOf = (lines: readonly string[]): readonly string[] =>
  read(drawLines(lines)).flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);

describe('a line of a PDF that only its bold print shows as a heading', () => {
  it.each([
    ['after a gap', ['', '**Airway care']],
    ['right below the end of a sentence', ['**Airway care']],
    ['with a colon', ['', '**Airway care:']],
    ['with the number of a section', ['', '**1. Purpose']],
    [
      'broken over two lines',
      [
        '',
        '**Care of the airway of adult patients who come from another ward of the',
        '**hospital or from home',
      ],
    ],
    ['with few letters', ['', '**IV Access']],
  ])('is one: %s', (_, lines) => {
    const text = lines.map((line) => line.replace('**', '')).filter((line) => line !== '');
    expect(headingsOf([...prose('skin'), ...lines, ...prose('airway')])).toEqual([text.join(' ')]);
  });

  it('heads a list that follows', () => {
    expect(headingsOf([...prose('skin'), '', '**Airway care', '• Suction', '• Oxygen'])).toEqual([
      'Airway care',
    ]);
  });

  it.each([
    ['a dose', ['', '**Midazolam 5 mg IM', ...prose('airway')]],
    ['a step', ['', '**2. Open the airway', ...prose('airway')]],
    ['an item', ['', '**• Airway care', ...prose('airway')]],
    ['an item with a letter', ['', '**a. Airway care', ...prose('airway')]],
    ['an unfinished line', ['', '**Airway care of patients with', ...prose('airway')]],
    ['a sentence', ['', '**Open the airway.', ...prose('airway')]],
    ['a rule', ['', '**Never leave the airway', ...prose('airway')]],
    ['a line with nothing below it', ['', '**Airway care']],
    ['a line above a gap', ['', '**Airway care', '', '', '', '', ...prose('airway')]],
    [
      'a line above other bold lines',
      ['', '**Airway care', '**Breathing', '**Circulation', ...prose('airway')],
    ],
    ['a bold paragraph', ['', ...prose('airway').map((line) => `**${line}`), ...prose('skin')]],
    [
      'words within a sentence',
      [
        'The team looks at the airway and, unlike others, then at',
        '**Breathing Circulation',
        'before it leaves the patient alone there.',
      ],
    ],
    ['a field of a form', ['', '**Name: ______', ...prose('airway')]],
    ['the count of pages', ['', '**Page 3 of 7', ...prose('airway')]],
  ])('is none: %s', (_, lines) => {
    expect(headingsOf([...prose('skin'), ...prose('back'), ...lines])).toEqual([]);
  });

  it('is none where most of the page is bold', () => {
    const bold = prose('skin').map((line) => `**${line}`);
    expect(headingsOf([...bold, '', ...bold, '', '**Airway care', ...prose('airway')])).toEqual([]);
  });

  it('is none beside other print', () => {
    const page = drawLines([...prose('skin'), '', '**Airway care', ...prose('airway')]);
    const beside = { text: 'Ventilation', x: 300, y: 740 - 13 * 3, size: 11 };
    expect(
      read([...page.slice(0, 3), beside, ...page.slice(3)]).filter((line) => line.startsWith('#')),
    ).toEqual([]);
  });

  it('stands below headings in capitals in the outline of a file', async () => {
    const marks = drawLines([
      ...prose('chart'),
      '',
      '**GENERAL MEASURES',
      ...prose('skin'),
      '',
      '**Airway care',
      ...prose('airway'),
      '',
      '**Fluids',
      ...prose('volume'),
      '',
      '**SPECIAL MEASURES',
      ...prose('back'),
      '',
      '**Position',
      ...prose('place'),
    ]);
    const { pages } = await readPdfBytes(writePdf({ pages: [marks] }));
    const chunks = chunkDocument(
      cleanPages(pages),
      { ...protocolPolicy, target: 200, minimum: 20 },
      countCl100kTokens,
    );
    const pathOf = (word: string): readonly string[] | undefined =>
      chunks.find(({ text }) => text.includes(`looks at the ${word}`))?.sectionPath;
    expect(pathOf('airway')).toEqual(['GENERAL MEASURES', 'Airway care']);
    expect(pathOf('volume')).toEqual(['GENERAL MEASURES', 'Fluids']);
    expect(pathOf('place')).toEqual(['SPECIAL MEASURES', 'Position']);
  });
});
