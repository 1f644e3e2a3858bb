import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPages, contentLines } from '../../../../domain/knowledge/clean-pages.ts';
import { cleanedDocumentSchema } from '../../../../domain/knowledge/cleaned-document.ts';
import type { ExtractedPage } from '../../../../domain/knowledge/extracted-page.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const pagesOf = (...texts: readonly string[]): readonly ExtractedPage[] =>
  texts.map((text, index) => ({ page: index + 1, text, readBy: 'native' }));

const textOf = (...texts: readonly string[]): string => cleanPages(pagesOf(...texts)).text;

const digitGroups = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

describe('running headers and footers', () => {
  it('are detected by repetition and removed, except the first header as a title and the last footer as a date', () => {
    const page = (number: number): string =>
      `EXAMPLE AGENCY  Ref. No. 9101\nBody of page ${'abc'.charAt(number - 1)}.\nRevised 10-01-25   PAGE ${number} OF 3`;
    const text = textOf(page(1), page(2), page(3));
    expect(text.match(/EXAMPLE AGENCY Ref\. No\. 9101/g)).toHaveLength(1);
    expect(text).toBe(
      'EXAMPLE AGENCY Ref. No. 9101\nBody of page a.\n\nBody of page b.\n\nBody of page c.\n\nRevised 10-01-25',
    );
  });

  it('match on all pages despite different spaces and punctuation', () => {
    const footers = [
      'REVISED: 10-01-25 PAGE 1 OF 3',
      'REVISED: 10-01-25  PAGE 2 OF 3',
      'REVISED:10-01-25 PAGE 3 OF 3',
    ];
    const headers = ['AGENCY - Protocols', 'AGENCY – Protocols', 'AGENCY Protocols'];
    const text = textOf(
      ...footers.map((footer, page) => `${headers[page]}\nBody of page ${'abc'[page]}.\n${footer}`),
    );
    expect(text).toBe(
      'AGENCY - Protocols\nBody of page a.\n\nBody of page b.\n\nBody of page c.\n\nREVISED:10-01-25',
    );
  });

  it.each([
    'Do not exceed 2 mg/kg in total.',
    'Maximum total dose 10 mg',
    'Weight (kg)   Dose (mg)   Volume (mL)',
    'SpO2 below 94%',
    'Contact Base for further orders',
    'CALL POISON CONTROL',
    'No fentanyl in the opioid naive',
    '4. Reassess vital signs',
    '• Needle decompression',
    'Step 3: splint',
    'The patient stays under observation.',
    'Contraindications:',
  ])('do not include "%s", which is valid on every page where it appears', (line) => {
    const below = (last: string): string => textOf(`Adult\nAlpha\n${last}`, `Pediatric\nBeta\n${last}`);
    const above = (first: string): string => textOf(`${first}\nAlpha`, `${first}\nBeta`, `${first}\nGamma`);
    const count = (text: string): number => text.split(textOf(line)).length - 1;
    expect(count(below(line))).toBe(2);
    expect(count(below(`${line}\nAgency, Ref. No. 12`))).toBe(2);
    expect(count(above(line))).toBe(3);
    expect(count(above(`Agency, Ref. No. 12\n${line}`))).toBe(3);
  });

  it.each([
    'Treatment Protocol: EPINEPHRINE   Ref. No. 1310',
    '© 2024 Example Press. All rights reserved.',
    'This copy is uncontrolled when printed.',
    'Emergency care of children',
    'EXAMPLE PRESS INC.',
  ])('keep one occurrence of "%s"', (line) => {
    const bodies = ['Alpha', 'Beta', 'Gamma'];
    const shown = textOf(line);
    expect(textOf(...bodies.map((body) => `${line}\n${body}`))).toBe(`${shown}\nAlpha\n\nBeta\n\nGamma`);
    expect(textOf(...bodies.map((body) => `${body}\n${line}`))).toBe(`Alpha\n\nBeta\n\nGamma\n\n${shown}`);
  });

  const bodies = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

  it.each([
    'This copy may not be the latest.',
    'Antibiotics for early onset sepsis (GUIDE12)',
    'conditions of use, which are on our pages).',
    'Epinephrine in the emergency department',
  ])('include "%s" on five pages and more, where it is a notice or the title', (line) => {
    const count = (text: string): number => text.split(line).length - 1;
    expect(count(textOf(...bodies.map((body) => `${line}\nText ${body}`)))).toBe(1);
    expect(count(textOf(...bodies.map((body) => `Text ${body}\n${line}`)))).toBe(1);
  });

  it.each([
    'Do not exceed 2 mg/kg in total.',
    'Morphine 5 mg IV is the maximum.',
    'Call the poison center before giving more.',
    'The dose must be checked by two people.',
    '• Needle decompression',
    'Contraindications:',
  ])('do not include "%s" on however many pages', (line) => {
    const text = textOf(...bodies.map((body) => `${line}\nText ${body}`));
    expect(text.split(textOf(line)).length - 1).toBe(bodies.length);
  });

  it.each(['i', 'S', 'e', ''])('count the pages of a supplement: %s1, %s2', (letter) => {
    const left = textOf(
      ...bodies.map((body, at) => `${letter}${at + 11} Doe J, et al. Journal\nText ${body}`),
    );
    const right = textOf(
      ...bodies.map((body, at) => `Text ${body}\nDoe J, et al. Journal ${letter}${at + 11}`),
    );
    for (const text of [left, right]) expect(text.split('Doe J, et al.').length - 1).toBe(1);
  });

  it('are no names of sections where they give a web address', () => {
    expect(textOf('## For the current version see https://example.org/guides\n## Sedation\nText')).toBe(
      'For the current version see https://example.org/guides\n## Sedation\nText',
    );
  });

  it('do not cut a sentence that goes on over the page', () => {
    const page = (body: string): string => `Guide on sedation\n${body}\nRevised 10-01-25`;
    const text = textOf(
      page('Stop other medicines, such as diuretics and non-'),
      page('steroidal agents, and give oxygen to every patient with'),
      page('a low saturation.\nA new paragraph'),
      page('begins here.'),
    );
    expect(text).toContain(
      'diuretics and non-\nsteroidal agents, and give oxygen to every patient with\na low saturation.',
    );
    // Too short to be a line of running text.
    expect(text).toContain('A new paragraph\n\nbegins here.');
  });

  it('keep counting pages past an instruction that appears on every page', () => {
    const page = (number: number): string =>
      `Body ${'abc'.charAt(number - 1)}\nRevised 10-01-25 Page ${number} of 3\nCall 911 for help.`;
    expect(textOf(page(1), page(2), page(3))).toBe(
      'Body a\nCall 911 for help.\n\nBody b\nCall 911 for help.\n\nBody c\nCall 911 for help.\n\nRevised 10-01-25',
    );
  });

  it('appear once below a removed reference list', () => {
    const list = 'REFERENCES\n1. Doe J. A study. J Med. 2015;1(2):3-4.\n2. Roe J, et al. A trial. 2016;3:4.';
    const page = (body: string): string => `${body}\nREVISED: 10-01-25`;
    expect(textOf(page('One\nTwo\nThree'), page('Four\nFive'), page(list))).toBe(
      'One\nTwo\nThree\n\nFour\nFive\n\nREVISED: 10-01-25',
    );
  });

  it('do not split a table that continues on the next page', () => {
    const head = '| Age | Tube |\n| --- | --- |';
    const page = (row: string): string => `${head}\n${row}\nREVISED: 10-01-25`;
    expect(textOf(page('| A | x |'), page('| B | y |'), page('| C | z |'))).toBe(
      `${head}\n| A | x |\n| B | y |\n| C | z |\n\nREVISED: 10-01-25`,
    );
  });

  it('are detected when left and right pages alternate', () => {
    const texts = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0
        ? `Emergency care\nLeft text ${'uvwxyz'.charAt(index)}`
        : `Chapter on shock\nRight text ${'uvwxyz'.charAt(index)}`,
    );
    const text = textOf(...texts);
    expect(text.match(/Emergency care/g)).toHaveLength(1);
    expect(text.match(/Chapter on shock/g)).toHaveLength(1);
  });

  it('do not include rows of a dosing table that differ only in their numbers', () => {
    const text = textOf(
      'Weight 3 kg: 0.03 mL\nfirst page',
      'Weight 4 kg: 0.04 mL\nsecond page',
      'Weight 5 kg: 0.05 mL\nthird page',
      'Weight 6 kg: 0.06 mL\nfourth page',
    );
    for (const weight of [3, 4, 5, 6]) expect(text).toContain(`Weight ${weight} kg: 0.0${weight} mL`);
  });

  it('do not include a table that continues from page to page', () => {
    const page = (row: string): string => `Header\n| Drug | Dose |\n| --- | --- |\n${row}`;
    const text = textOf(page('| A | 1 mg |'), page('| B | 2 mg |'), page('| C | 3 mg |'));
    for (const row of ['| A | 1 mg |', '| B | 2 mg |', '| C | 3 mg |']) expect(text).toContain(row);
    expect(text.match(/Header/g)).toHaveLength(1);
  });

  it('may be tables themselves', () => {
    const page = (body: string): string => `| Agency | No. 12 |\n| --- | --- |\n${body}`;
    const text = textOf(page('alpha'), page('beta'), page('gamma'));
    expect(text).toBe('| Agency | No. 12 |\n| --- | --- |\nalpha\n\nbeta\n\ngamma');
  });

  it('end where the body begins', () => {
    const text = textOf(
      'Header line\nOne\nShared sentence',
      'Header line\nTwo\nShared sentence extra',
      'Header line\nThree\nOther',
    );
    expect(text).toContain('One');
    expect(text).toContain('Two');
    expect(text).toContain('Three');
  });

  it('do not include numbers at the end of a page that are not page numbers', () => {
    expect(textOf('Give a dose of\n10', 'Give a dose of\n40')).toContain('40');
  });

  it('include plain page numbers', () => {
    const text = textOf('alpha\n11', 'beta\n12', 'gamma\n13');
    expect(text).toBe('alpha\n\nbeta\n\ngamma');
  });
});

describe('a table across pages', () => {
  const head = '| Weight | Dose |\n| --- | --- |';
  const row = (weight: number): string => `| ${weight} kg | ${weight * 10} mg |`;
  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => row(from + index)).join('\n');
  const page = (number: number, text: string): ExtractedPage => ({ page: number, text, readBy: 'native' });
  /** A page whose table columns are at these positions. */
  const placed = (
    number: number,
    text: string,
    columns: readonly (readonly [number, number])[],
  ): ExtractedPage => ({
    ...page(number, text),
    tables: [
      {
        line: text.split('\n').findIndex((line) => line.startsWith('|')),
        columns: columns.map(([left, right]) => [left, right]),
      },
    ],
  });
  const columns = [
    [60, 100],
    [120, 180],
  ] as const;

  it('is merged, with its header once, when the header is repeated', () => {
    const { text, pages } = cleanPages([
      page(1, `Agency\nIntroduction.\n\n${head}\n${rows(1, 3)}\n\nPage 1 of 3`),
      page(2, `Agency\n${head}\n${rows(4, 6)}\n\nPage 2 of 3`),
      page(3, `Agency\n${head}\n${rows(7, 8)}\n\nThe end.\n\nPage 3 of 3`),
    ]);
    expect(text).toBe(`Agency\nIntroduction.\n\n${head}\n${rows(1, 8)}\n\nThe end.`);
    expect(pages.map(({ start, end }) => text.slice(start, end))).toEqual([
      `Agency\nIntroduction.\n\n${head}\n${rows(1, 3)}`,
      rows(4, 6),
      `${rows(7, 8)}\n\nThe end.`,
    ]);
  });

  it('is merged when its columns continue without a header', () => {
    const { text } = cleanPages([
      placed(1, `Introduction.\n\n${head}\n${rows(1, 3)}`, columns),
      placed(2, `${row(4)}\n| --- | --- |\n${rows(5, 6)}`, [
        [58, 95],
        [121, 170],
      ]),
    ]);
    expect(text).toBe(`Introduction.\n\n${head}\n${rows(1, 6)}`);
  });

  it('loses its continuation notes', () => {
    const { text } = cleanPages([
      page(1, `Table 2. Doses\n\n${head}\n${rows(1, 3)}\n\n(continued on next page)`),
      page(2, `Table 2. Doses (continued)\n\n${head}\n${rows(4, 5)}`),
    ]);
    expect(text).toBe(`Table 2. Doses\n\n${head}\n${rows(1, 5)}`);
  });

  it('keeps a row that appears twice, and drops a repeated second header line', () => {
    const twoLines = `${head}\n| of the child | in all |`;
    const { text } = cleanPages([
      page(1, `${twoLines}\n${row(1)}\n${row(2)}`),
      page(2, `${twoLines}\n${row(1)}\n${row(3)}`),
    ]);
    expect(text).toBe(`${twoLines}\n${row(1)}\n${row(2)}\n${row(1)}\n${row(3)}`);
  });

  it.each([
    [
      'has another header',
      [page(1, `${head}\n${rows(1, 3)}`), page(2, `| Age | Tube |\n| --- | --- |\n${row(4)}`)],
    ],
    [
      'is below its own title',
      [page(1, `${head}\n${rows(1, 3)}`), page(2, `Table 3. Adults\n\n${head}\n${row(4)}`)],
    ],
    [
      'follows a sentence',
      [page(1, `${head}\n${rows(1, 3)}\n\nGive slowly.`), page(2, `${head}\n${row(4)}`)],
    ],
    [
      'has more columns',
      [
        page(1, `${head}\n${rows(1, 3)}`),
        page(2, `| Weight | Dose | Rate |\n| --- | --- | --- |\n| 4 kg | 40 mg | 1 |`),
      ],
    ],
    [
      'has no header and other columns',
      [
        placed(1, `${head}\n${rows(1, 3)}`, columns),
        placed(2, `${row(4)}\n| --- | --- |\n${rows(5, 6)}`, [
          [60, 300],
          [320, 400],
        ]),
      ],
    ],
    [
      'has its own header above the same columns',
      [
        placed(1, `${head}\n${rows(1, 3)}`, columns),
        placed(2, `| Age | Dose |\n| --- | --- |\n${rows(5, 6)}`, columns),
      ],
    ],
  ])('is not merged by one that %s', (_, pages) => {
    expect(cleanPages(pages).text).toBe(pages.map(({ text }) => text).join('\n\n'));
  });
});

describe('character repair', () => {
  it.each([
    ['mojibake', 'the patientâ€™s airway â€“ open', 'the patient’s airway – open'],
    ['mojibake of accents', 'CafÃ© au lait spots', 'Café au lait spots'],
    ['ligatures', 'ﬁrst inﬂuence eﬃcacy', 'first influence efficacy'],
    ['odd spaces', 'a b  c\td', 'a b c d'],
    ['space before punctuation', 'mild , severe ; fatal .', 'mild, severe; fatal.'],
    ['soft hyphens', 'epi\u00ADnephrine', 'epinephrine'],
  ])('repairs %s', (_, dirty, clean) => {
    expect(textOf(dirty)).toBe(clean);
  });

  it('keeps accented text that is not mojibake', () => {
    expect(textOf('Ménière, Guillain-Barré, Sjögren')).toBe('Ménière, Guillain-Barré, Sjögren');
  });

  it('keeps a superscript number apart from the digits next to it', () => {
    expect(textOf('1.73 m²')).toBe('1.73 m²');
  });
});

describe('hyphenated line breaks', () => {
  it('are joined into one word', () => {
    expect(textOf('the treat-\nment of shock')).toBe('the treatment\nof shock');
  });

  it('keep the hyphen of a compound that the document uses', () => {
    expect(textOf('a well-known drug\nis well-\nknown here')).toContain('is well-known\nhere');
  });

  it('keep the hyphen between two words of the document', () => {
    expect(textOf('physician orders prescribed\nthe physician-\nprescribed device')).toContain(
      'physician-prescribed',
    );
  });

  it('do not join ranges of numbers', () => {
    expect(textOf('repeat every 10-\n15 minutes')).toContain('10-\n15 minutes');
  });
});

describe('unit spellings', () => {
  it.each([
    ['5mg', '5 mg'],
    ['0.01mg/kg IM', '0.01 mg/kg IM'],
    ['(1mg/mL)', '(1 mg/mL)'],
    ['15L/min', '15 L/min'],
    ['BP 120 / 80', 'BP 120/80'],
    ['an 18G needle', 'an 18G needle'],
    ['vitamin B12mg', 'vitamin B12mg'],
    ['0 .5 mg', '0 .5 mg'],
  ])('are normalized from %s to %s', (dirty, clean) => {
    expect(textOf(dirty)).toBe(clean);
  });
});

describe('a trailing reference list', () => {
  const citations =
    '1. Cardona V, et al. Guidance. World Allergy Organ J. 2020;13(10):100472.\n2. Doe J. A study. J Med. 2015;1(2):3-4.';

  it('is removed with its heading', () => {
    const text = textOf(`Give epinephrine.\nObserve.\nTransport.\n\nREFERENCES\n${citations}`);
    expect(text).toBe('Give epinephrine.\nObserve.\nTransport.');
  });

  it('is removed across several pages, and the pages stay listed', () => {
    const cleaned = cleanPages(pagesOf('Body.\nMore body.\nEven more.\nReferences', citations));
    expect(cleaned.text).toBe('Body.\nMore body.\nEven more.');
    expect(cleaned.pages.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('is kept when it names protocols instead of publications', () => {
    expect(
      textOf('Body.\nMore.\nReferences\nRef. No. 814, Determination of death\nTP 1219, Allergy'),
    ).toContain('TP 1219');
  });

  it('is kept when an appendix follows', () => {
    expect(textOf(`Body.\nMore.\nReferences\n${citations}\nAPPENDIX\nDose table 0.3 mg`)).toContain('0.3 mg');
  });
});

describe('the cleaned document', () => {
  it('records the start of each page', () => {
    const cleaned = cleanPages(pagesOf('first page', '', 'third page'));
    expect(cleanedDocumentSchema.parse(cleaned)).toEqual({
      text: 'first page\n\nthird page',
      pages: [
        { page: 1, start: 0, end: 10 },
        { page: 2, start: 10, end: 10 },
        { page: 3, start: 12, end: 22 },
      ],
    });
  });

  it('records the OCR confidence of a page', () => {
    const { pages } = cleanPages([
      { page: 1, text: 'typed', readBy: 'native' },
      { page: 2, text: 'scanned', readBy: 'ocr', ocrConfidence: 0.22 },
    ]);
    expect(pages.map(({ ocrConfidence }) => ocrConfidence)).toEqual([undefined, 0.22]);
  });

  const word = fc.oneof(
    fc.constantFrom(
      'give',
      'epi-',
      'dose',
      'ﬁrst',
      '5mg',
      '120',
      '/',
      '80',
      '0.3',
      'mg',
      '-',
      '10-',
      '15',
      'â€™',
      '1,5mL',
      ',',
      '.',
      '|',
      '\u00AD',
      '\u00A0',
      'Page',
      'of',
      '2',
      '•',
      '1.',
    ),
    fc.string({ maxLength: 6 }),
  );
  const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const page = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

  it('keeps the digits of the remaining lines in order', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 5 }), (texts) => {
        const pages = pagesOf(...texts);
        const kept = contentLines(pages)
          .flatMap(({ lines }) => lines)
          .join('\n');
        expect(digitGroups(cleanPages(pages).text)).toEqual(digitGroups(kept));
      }),
      { numRuns: 500 },
    );
  });

  it('contains every word of the pages', () => {
    const shortLine = fc.constantFrom(
      'Agency',
      'Shock',
      'Revised 10-01-25',
      'Call for help.',
      'Ref. No. 7',
      '- tube',
      'Beta',
    );
    const shortPage = fc.array(shortLine, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(shortPage, { minLength: 1, maxLength: 6 }), (texts) => {
        const text = textOf(...texts);
        for (const said of texts.join('\n').split('\n')) expect(text).toContain(said);
      }),
      { numRuns: 300 },
    );
  });

  it('contains the pages in order with only white space between them', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 5 }), (texts) => {
        const { text, pages } = cleanPages(pagesOf(...texts));
        let end = 0;
        for (const span of pages) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, span.start).trim()).toBe('');
          end = span.end;
        }
        expect(end).toBe(text.length);
      }),
    );
  });

  it.each([
    ['an undecodable dash', '5\uFFFD10 mg', '5\uFFFD10 mg'],
    ['an undecodable comparison sign', 'SBP \uFFFD 90', 'SBP \uFFFD 90'],
    ['a control character in place of a dash', '5\u001E10 mg', '5\uFFFD10 mg'],
    ['a line separator', '5\u202810 mg', '5\n10 mg'],
    ['a paragraph separator', '5\u202910 mg', '5\n10 mg'],
    ['bidirectional marks', '\u20675\u206910\u2066 mg', '510 mg'],
    ['an invisible blank', '5\u316410 mg', '5 10 mg'],
    ['undecodable characters in a word', 'na\uFFFDve', 'nave'],
  ])('never merges two numbers, nor hides a loss next to one: %s', (_name, text, cleaned) => {
    expect(textOf(text)).toBe(cleaned);
  });

  it('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(page, (text) => {
        const once = textOf(text);
        expect(digitGroups(textOf(once))).toEqual(digitGroups(once));
      }),
    );
  });

  it('runs in time proportional to the text, even without spaces or line breaks', () => {
    const took = cpuTimeOf(() => {
      for (const unit of ['a', '1', '-', '.', '|', ' ', 'â€™', 'a-\n', '1. \n'])
        textOf(unit.repeat(200_000 / unit.length));
      for (const unit of ['a', 'a.', 'a ', '1 ', ' .', "a'", '1. '])
        textOf(...Array.from({ length: 4 }, () => unit.repeat(50_000)));
    });
    // A quadratic step would take minutes; this takes about a second.
    expect(took).toBeLessThan(20_000);
  });
});
