import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { showQuery } from '../../../cli/commands/show-query.ts';
import { printIngestReport } from '../../../cli/ingest/ingest-report.ts';
import { describeCost, describeCosts } from '../../../cli/output/describe-cost.ts';
import { describeDetails } from '../../../cli/output/describe-details.ts';
import { describeReading } from '../../../cli/output/describe-reading.ts';
import { describePages, describePlace } from '../../../cli/output/describe-source.ts';
import { fitScreen } from '../../../cli/output/fit-screen.ts';
import { type Column, formatTable } from '../../../cli/output/format-table.ts';
import { printAnswer } from '../../../cli/output/print-answer.ts';
import { printSearch } from '../../../cli/output/print-search.ts';
import { createTerminal } from '../../../cli/output/terminal.ts';
import { plainLine, plainText } from '../../../cli/plain-text.ts';
import { wrapText } from '../../../domain/clinical-text/wrap-text.ts';
import { ordinaryReading } from '../../../domain/indexing/reading-quality.ts';
import { interpretQuery } from '../../../domain/retrieval/query/interpret-query.ts';
import { recordedAnswers } from '../../../read-api/openapi/examples/recorded-answers.generated.ts';
import { toSearchRepresentation } from '../../../read-api/representations/search-representation.ts';
import { asReceived } from '../../support/as-received.ts';
import { fixedSearch } from '../../support/fixed-search.ts';
import { emptyVocabulary } from '../../support/vocabulary.ts';

/** The terminal's own output for a question that needs a clarification. */
const shownClarification = async (labels: readonly string[]): Promise<string> => {
  const shown: string[] = [];
  const out = new PassThrough();
  const query = await asReceived('Query', {
    ...recordedAnswers.getQuery.answers['200'],
    status: 'clarifying',
    clarification: {
      question: 'Which one?',
      options: labels.map((label) => ({ id: label, label, readAs: label })),
    },
  });
  showQuery({ query, draft: '' }, false, {
    ...createTerminal(out, out, {}),
    print: (text = '') => shown.push(text),
  });
  return shown.join('\n');
};

describe('a clarifying question', () => {
  it('can be answered with a number only if it has options', async () => {
    expect(await shownClarification(['Sepsis', 'Stroke'])).toContain('with the number of an option, or');
    expect(await shownClarification([])).not.toContain('number');
    expect(await shownClarification([])).toContain('Answer it in your own words:');
  });
});

const style = (_style: unknown, text: string): string => text;

describe('text for a terminal', () => {
  it('contains no control sequences', () => {
    expect(plainText('a\u001b[31mred\u0007\u009b0m\u202eb\r\nc\td')).toBe('a[31mred0mb\nc\td');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\p{Cc}]/u.test(plainLine(text))));
  });

  it('is wrapped without losing or reordering a word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 60 }), (words) => {
        const lines = wrapText(words.join(' '), 20, '  ').split('\n');
        expect(lines.join(' ').split(/\s+/).filter(Boolean)).toEqual(words);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('fits the screen including its indentation, and is written to a file unchanged', () => {
    const text = 'one two three\n  four five six';
    expect(fitScreen(text, { onScreen: true, width: 9 })).toBe('one two\nthree\n  four\n  five\n  six');
    expect(fitScreen(text, { onScreen: false, width: 9 })).toBe(text);
  });

  it('keeps a line that fits unchanged, with its columns', () => {
    const text = 'a  b   c\none two three';
    expect(fitScreen(text, { onScreen: true, width: 9 })).toBe('a  b   c\none two\nthree');
  });

  it('wraps the reasons why files were not ingested to the window', () => {
    const shown: string[] = [];
    const out = Object.assign(new PassThrough(), { isTTY: true, columns: 40 });
    const reason = 'The file is not what its name says: its content is of another kind.';
    const jobId = '01a22579-b690-7331-884c-8f887feec753';
    printIngestReport(
      {
        outcomes: [],
        rejected: [
          { path: '/guidelines/binary.pdf', label: 'binary.pdf', reason: `${reason} See job ${jobId}.` },
        ],
        skipped: ['image.tiff', 'picture.bmp', 'drawing.svg'],
        links: ['outside.md'],
        aboutFolders: ['README.md', 'LICENSE.md'],
        seconds: 0,
      },
      { ...createTerminal(out, out, {}), print: (text = '') => shown.push(text) },
    );
    const lines = shown.join('\n').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    const words = lines.join(' ').split(/\s+/);
    for (const word of [...reason.split(' '), `${jobId}.`, 'drawing.svg', 'outside.md', 'LICENSE.md'])
      expect(words).toContain(word);
  });

  it('contains no control sequences, even in quoted text', () => {
    for (const onScreen of [true, false])
      expect(fitScreen('No file \u001b]0;x\u0007a.md.', { onScreen, width: 80 })).toBe('No file ]0;xa.md.');
  });

  it.each([
    ['dose (0.01 mg/mL)', ['dose', '(0.01 mg/mL)']],
    ['give about 10 mL now', ['give about', '10 mL now']],
    ['while the SBP < 110 only', ['while the SBP', '< 110 only']],
    ['after > 20 weeks or so', ['after', '> 20 weeks or', 'so']],
    ['up to age 14 in kids', ['up to age 14', 'in kids']],
    ['step 3 minimal care', ['step 3', 'minimal care']],
  ])('keeps an amount with its unit and a bound with its number: %s', (text, lines) => {
    expect(wrapText(text, 13).split('\n')).toEqual(lines);
  });

  it.each([
    [
      'See "npx anamnesis jobs --json" for all, then wait.',
      ['See', '"npx anamnesis jobs --json"', 'for all, then wait.'],
    ],
    [
      'Look ("npx anamnesis doctor"), then "npx anamnesis jobs".',
      ['Look', '("npx anamnesis doctor"),', 'then', '"npx anamnesis jobs".'],
    ],
    [
      'Move it: npx anamnesis keys rewrap --to service',
      ['Move it:', 'npx anamnesis keys rewrap --to service'],
    ],
  ])('keeps a command to type on one line: %s', (text, lines) => {
    expect(wrapText(text, 20).split('\n')).toEqual(lines);
  });

  it('keeps empty lines when wrapping', () => {
    expect(wrapText('a\n\nb', 10, '> ')).toBe('> a\n\n> b');
  });
});

describe('a table', () => {
  it('aligns columns, numbers to the right, with a dash for a missing value', () => {
    const table = formatTable(
      [
        { name: 'short', size: 5 },
        { name: 'a longer name', size: 12_345 },
        { name: 'x\ny', size: undefined },
      ],
      [
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'SIZE', value: ({ size }) => size, align: 'right' },
      ],
      { style, width: 80 },
    );
    expect(table.split('\n')).toEqual([
      'NAME            SIZE',
      'short              5',
      'a longer name  12345',
      'x y                -',
    ]);
  });
});

describe('the summary of how a document was read', () => {
  it('is omitted when all pages contain text', () => {
    expect(describeReading(ordinaryReading)).toBeUndefined();
  });

  it.each([
    [
      { failedPages: [7], ocrPages: [1, 2, 3, 4], lowestOcrConfidence: 0.838 },
      'page 7 could not be read; pages 1–4 were read by OCR, confidence at least 0.83',
    ],
    [{ failedPages: [1, 3, 4] }, 'pages 1, 3–4 could not be read'],
    [{ ocrPages: [2] }, 'page 2 was read by OCR'],
    [{ ocrPages: [1, 2, 3], ocrPageCount: 500 }, 'pages 1–3 and 497 more were read by OCR'],
    [
      { failedPages: Array.from({ length: 12 }, (_, index) => 2 * index + 1) },
      'pages 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 2 more could not be read',
    ],
  ])('%j is summarized in one line', (reading, expected) => {
    const { failedPages = [], ocrPages = [] } = reading as { failedPages?: number[]; ocrPages?: number[] };
    const counts = { failedPageCount: failedPages.length, ocrPageCount: ocrPages.length };
    expect(describeReading({ ...ordinaryReading, ...counts, ...reading })).toBe(expected);
  });
});

describe('the cost of embedding', () => {
  it('is printed in dollars, even when it is tiny or unknown', () => {
    expect([0, 0.013, 0.000_01, 12, null].map(describeCost)).toEqual([
      '$0',
      '$0.0130',
      '<$0.0001',
      '$12.0000',
      'unknown',
    ]);
  });

  it('is added up over jobs, and omitted when all were free', () => {
    expect([[], [0, 0], [0.01, 0.02, 0], [0.01, null, null], [0, null]].map(describeCosts)).toEqual([
      undefined,
      undefined,
      '$0.0300',
      '$0.0100, and unknown for 2',
      'unknown for 1',
    ]);
  });
});

describe('page numbers', () => {
  it.each([
    [[3], 'p. 3'],
    [[4, 3], 'pp. 3-4'],
    [[1, 2, 3, 7, 9, 10], 'pp. 1-3, 7, 9-10'],
    [[], ''],
  ])('%j are written as "%s"', (pages, text) => {
    expect(describePages(pages)).toBe(text);
  });
});

describe('the details of a source', () => {
  it('name its publisher and its date', () => {
    expect(
      describeDetails({
        authors: ['Jane Doe', 'Rick Roe', 'Pat Poe'],
        organization: 'Sample\u0007 Society',
        agency: 'Sample Agency',
        publicationYear: 2022,
        effectiveDate: '2024-07-01',
        doi: '10.1000/182',
      }),
    ).toEqual(['Jane Doe et al. · Sample Society · 2022 · in effect from 2024-07-01 · doi:10.1000/182']);
    expect(describeDetails({})).toEqual([]);
  });

  it('state where external evidence comes from, and that it was not checked here', () => {
    const pubmed = { pages: [], section: '', score: 0, source: 'pubmed' };
    expect(describePlace(pubmed)).toBe('not checked by this hospital');
    expect(describePlace({ ...pubmed, source: undefined, pages: [2], score: 0.5 })).toBe('p. 2 · score 0.50');
    expect(describeDetails({ journal: 'Journal of Invented Medicine', publicationYear: 2021 })).toEqual([
      'Journal of Invented Medicine · 2021',
    ]);
  });

  it('state the strength of each graded statement, and its grading scheme', () => {
    const statement = 'Give aspirin.';
    const long = `${'word '.repeat(30)}end`;
    expect(
      describeDetails({
        recommendations: [
          { system: 'acc_aha', recommendationClass: 'III: Harm', evidenceLevel: 'B-R', statement },
          { system: 'grade', recommendationClass: 'weak', evidenceLevel: 'very low', statement },
          { system: 'unnamed', recommendationClass: 'A', statement: long },
          { system: 'sign', evidenceLevel: '1++', statement },
        ],
      }),
    ).toEqual([
      'Class III: Harm, level B-R (ACC/AHA): Give aspirin.',
      'weak recommendation, very low-quality evidence (GRADE): Give aspirin.',
      `Grade A: ${'word '.repeat(15)}word …`,
      'and 1 more graded statement',
    ]);
  });
});

describe('the interpretation of a query', () => {
  it('lists ages, weights and doses when an explanation is requested', async () => {
    const outcome = await fixedSearch.search({ query: 'epi', filters: {}, limit: 1 });
    const interpretation = interpretQuery('versed 0.2-0.3 mg/kg IN 1 mo 26 lbs', emptyVocabulary);
    const answer = await asReceived('SearchOutcome', toSearchRepresentation({ ...outcome, interpretation }));
    const lines: string[] = [];
    const print = (text = ''): void => {
      lines.push(text);
    };
    const results = new PassThrough();
    printSearch(answer, true, {
      print,
      note: print,
      style,
      noteStyle: style,
      width: 100,
      bars: undefined,
      onScreen: false,
      results,
      remarks: new PassThrough(),
    });
    expect(lines).toContain('ages: 1 month');
    expect(lines).toContain('weights: 26 lb');
    expect(lines).toContain('doses: 0.2-0.3 mg/kg intranasal');
  });
});

describe('the result of a search', () => {
  it('reports a search method that did not answer', async () => {
    const outcome = await fixedSearch.search({ query: 'epi', filters: {}, limit: 1 });
    const shown = async (dense: 'ok' | 'failed' | 'timeout'): Promise<string> => {
      const lines: string[] = [];
      const print = (text = ''): void => {
        lines.push(text);
      };
      const sources = [{ source: 'dense', outcome: dense, found: 0, milliseconds: 1 }] as const;
      printSearch(await asReceived('SearchOutcome', toSearchRepresentation({ ...outcome, sources })), false, {
        print,
        note: print,
        style,
        noteStyle: style,
        width: 80,
        bars: undefined,
        onScreen: false,
        results: new PassThrough(),
        remarks: new PassThrough(),
      });
      return lines.join('\n');
    };
    for (const without of ['failed', 'timeout'] as const)
      expect(await shown(without)).toContain(
        '! The semantic search did not answer; the result may be incomplete.',
      );
    expect(await shown('ok')).not.toContain('may be incomplete');
    const asApi = (dense: 'ok' | 'failed') =>
      toSearchRepresentation({
        ...outcome,
        sources: [{ source: 'dense', outcome: dense, found: 0, milliseconds: 1 }],
      });
    expect(asApi('ok').degraded).toBe(false);
    expect(asApi('failed')).toMatchObject({
      degraded: true,
      warnings: ['The semantic search did not answer; the result may be incomplete.'],
    });
  });
});

describe('a table in a narrow window', () => {
  type Row = { id: string; key: string; title: string; pages: number; note?: string };
  const columns: readonly Column<Row>[] = [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'KEY', value: ({ key }) => key },
    { heading: 'PAGES', value: ({ pages }) => pages, align: 'right', wide: true },
    { heading: 'TITLE', value: ({ title }) => title, wrap: true },
    { heading: 'NOTE', value: ({ note }) => note, optional: true },
  ];
  const row = { id: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d', key: 'guideline', title: 'Sepsis', pages: 3 };
  const table = (rows: readonly Row[], width = 80): readonly string[] =>
    formatTable(rows, columns, { style, width }).split('\n');

  it('is unchanged when it fits, without columns that have no value', () => {
    expect(table([row])).toEqual([
      'ID                                    KEY        PAGES  TITLE',
      '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d  guideline      3  Sepsis',
    ]);
  });

  it('wraps texts first, between words', () => {
    expect(table([{ ...row, title: 'Surviving Sepsis Campaign: International Guidelines' }])).toEqual([
      'ID                                    KEY        PAGES  TITLE',
      '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d  guideline      3  Surviving Sepsis',
      '                                                        Campaign: International',
      '                                                        Guidelines',
    ]);
  });

  it('then drops columns, and names them', () => {
    expect(table([{ ...row, key: 'guideline-surviving-sepsis-1' }])).toEqual([
      'ID                                    KEY                           TITLE',
      '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d  guideline-surviving-sepsis-1  Sepsis',
      'Hidden at 80 columns: PAGES. --json shows everything.',
    ]);
  });

  it('then shows each row as a block rather than break an identifier', () => {
    const key = 'guideline-surviving-sepsis-campaign-2026';
    expect(table([{ ...row, key }])).toEqual([
      'ID     0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      `KEY    ${key}`,
      'PAGES  3',
      'TITLE  Sepsis',
    ]);
  });

  it('gives a long reason enough columns for a few lines, or the whole width', () => {
    const reasons: readonly Column<{ key: string; reason: string }>[] = [
      { heading: 'KEY', value: ({ key }) => key },
      { heading: 'REASON', value: ({ reason }) => reason, wrap: true },
    ];
    const reason = 'The file could not be read: it is encrypted with a password.';
    const shown = (key: string) => formatTable([{ key, reason }], reasons, { style, width: 56 }).split('\n');
    expect(shown('policy-1')).toEqual([
      'KEY       REASON',
      'policy-1  The file could not be read: it is encrypted',
      '          with a password.',
    ]);
    expect(shown('guideline-surviving-sepsis-campaign-2026')).toEqual([
      'KEY     guideline-surviving-sepsis-campaign-2026',
      'REASON  The file could not be read: it is encrypted with',
      '        a password.',
    ]);
  });

  it('moves a value below its heading when it fits only there', () => {
    expect(table([{ ...row, pages: 3 }], 40)).toEqual([
      'ID',
      '  0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      'KEY    guideline',
      'PAGES  3',
      'TITLE  Sepsis',
    ]);
  });

  it('breaks no word that fits on a line by itself', () => {
    const word = fc.stringMatching(/^[a-z]{1,40}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.uuid(), key: word, title: words, pages: fc.nat() }), { minLength: 1 }),
        fc.integer({ min: 44, max: 120 }),
        (rows, width) => {
          const shown = new Set(table(rows, width).join(' ').split(/\s+/));
          for (const { id, key, title } of rows)
            for (const one of [id, key, ...title.split(' ')]) expect(shown).toContain(one);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('finally shows each row as a block of lines', () => {
    expect(table([{ ...row, title: 'Early recognition' }, row], 44)).toEqual([
      'ID     0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      'KEY    guideline',
      'PAGES  3',
      'TITLE  Early recognition',
      '',
      'ID     0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
      'KEY    guideline',
      'PAGES  3',
      'TITLE  Sepsis',
    ]);
  });

  it('never exceeds its width, for any values', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 120 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.uuid(), key: text, title: text, pages: fc.nat() }), { minLength: 1 }),
        fc.integer({ min: 44, max: 120 }),
        (rows, width) => {
          expect(Math.max(...table(rows, width).map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the terminal', () => {
  const stream = (more: object = {}) => Object.assign(new PassThrough(), more);

  it('is plain without a terminal, and when colours are unwanted or unavailable', () => {
    const screen = stream({ isTTY: true, columns: 120 });
    expect(createTerminal(stream(), stream(), {}).style('red', 'x')).toBe('x');
    expect(createTerminal(screen, screen, {}).style('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(createTerminal(screen, screen, { NO_COLOR: '1' }).style('red', 'x')).toBe('x');
    expect(createTerminal(screen, screen, { TERM: 'dumb' }).style('red', 'x')).toBe('x');
    expect(createTerminal(screen, screen, { TERM: 'dumb' }).bars).toBeUndefined();
    expect(createTerminal(screen, screen, {}).bars).toBe(screen);
  });

  it('receives our colours, but no control characters from the server', () => {
    const written = (
      environment: object,
      more: object,
      of: (shown: ReturnType<typeof createTerminal>) => void,
    ) => {
      const screen = stream(more);
      of(createTerminal(screen, screen, { ...environment }));
      return String(screen.read());
    };
    const hostile = 'a\u001b[2J\u001b]0;t\u0007\u009b1m\u202ex\r\u0008\u001b[8mb\r\nc\td';
    const harmless = 'a\\u001b[2J\\u001b]0;t\\u0007\\u009b1m\\u202ex\\u000d\\u0008\\u001b[8mb\nc\td\n';
    for (const more of [{}, { isTTY: true, columns: 120 }]) {
      expect(written({}, more, ({ print }) => print(hostile))).toBe(harmless);
      expect(written({}, more, ({ note }) => note(hostile))).toBe(harmless);
    }
    const red = (shown: ReturnType<typeof createTerminal>) => shown.print(shown.style('red', 'x'));
    expect(written({}, { isTTY: true }, red)).toBe('\u001b[31mx\u001b[39m\n');
    expect(written({}, {}, ({ print }) => print('\u001b[31mx'))).toBe('\\u001b[31mx\n');
    const data = { id: 'a\u009b\u202e\u001b[31m' };
    expect(JSON.parse(written({}, {}, ({ print }) => print(JSON.stringify(data))))).toEqual(data);
  });

  it('is as wide as its window, else COLUMNS, else 80 columns', () => {
    expect(createTerminal(stream({ columns: 120 }), stream(), { COLUMNS: '60' }).width).toBe(120);
    expect(createTerminal(stream(), stream(), { COLUMNS: '60' }).width).toBe(60);
    expect(createTerminal(stream({ columns: 0 }), stream(), { COLUMNS: 'wide' }).width).toBe(80);
  });
});

describe('an answer', () => {
  const shown = async (model: string): Promise<string> => {
    const out = new PassThrough();
    const query = await asReceived('Query', { ...recordedAnswers.getQuery.answers[200], model });
    printAnswer(query, createTerminal(out, new PassThrough(), {}));
    return String(out.read()).replace(/\s+/g, ' ');
  };

  it('states that a language model wrote it, and that it was not checked', async () => {
    expect(await shown('llama3.1:8b')).toContain(
      'Written by the language model llama3.1:8b from the sources below',
    );
    expect(await shown('extractive')).not.toContain('Written by');
  });

  it('breaks the title and the section of a source between words at the width of the window', async () => {
    const out = new PassThrough();
    const query = await asReceived('Query', recordedAnswers.getQuery.answers[200]);
    const title =
      'Management of local anaesthetic toxicity in children, adapted from the guideline for adults';
    const section =
      '2 DOSAGE AND ADMINISTRATION > 2.2 Dosage in children with a clearance of 30 mL/min and above';
    const citations = query.citations.map((citation) => ({ ...citation, title, section }));
    printAnswer({ ...query, citations }, createTerminal(out, new PassThrough(), { COLUMNS: '80' }));
    const sources = String(out.read()).split('Sources\n')[1]?.split('\n\n')[0] ?? '';
    expect(sources.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(sources.replace(/\s+/g, ' ')).toContain(`[1] ${title} `);
    expect(sources.replace(/\s+/g, ' ')).toContain(` · ${section} · score `);
  });
});
