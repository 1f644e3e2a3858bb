import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../domain/knowledge/chunk.ts';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { markdownTable } from '../../../../../infra/reading/text-extraction/markdown-table.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { type PdfMark, type PdfPage, writePdf } from '../../../../../scripts/samples/write-pdf.ts';
import { drawProse, drawTable, type TableColumn } from '../../../../support/draw-table.ts';

const extractor = createTextExtractor({ tesseract: 'none' });
afterAll(() => extractor.close());
const read = async (pages: readonly PdfPage[]) => (await extractor.extract(writePdf({ pages }), 'pdf')).pages;
const column = (width: number, align: TableColumn['align'] = 'left'): TableColumn => ({ width, align });

const head = ['Drug', 'Dose', 'Volume', 'Remarks'];
const columns = [column(90), column(60, 'right'), column(60, 'right'), column(180)];
const drugs = ['Epinephrine', 'Albuterol', 'Midazolam', 'Glucagon', 'Naloxone'];
/** Rows that differ in every number; the remarks wrap. */
const rowOf = (index: number): readonly string[] => [
  `${drugs[index % drugs.length]} ${index + 1}`,
  `${index + 1}.5 mg`,
  `${(index + 1) * 3} mL`,
  `Slowly over ${index + 2} minutes, and again after ${index + 5} minutes when there is no answer`,
];
const rowsOf = (from: number, to: number): readonly (readonly string[])[] =>
  Array.from({ length: to - from }, (_, index) => rowOf(from + index));
const prose = [
  'These doses are for adults and for children of more than 40 kg. Give them slowly, watch the',
  'patient while you do, and call the base when two of them do not help.',
];

/** Pages with a running header and footer, each with its part of one table. */
const pagesWith = (
  parts: readonly (readonly (readonly string[])[])[],
  isRuled: boolean,
): readonly PdfPage[] =>
  parts.map(
    (rows, page): PdfPage => [
      ...drawProse(['Agency of samples, formulary'], 60, 770, 9),
      ...(page === 0 ? drawProse(prose, 60, 740) : []),
      ...drawTable({ rows, columns, left: 60, top: page === 0 ? 690 : 740, isRuled, rowGap: 5 }).marks,
      ...drawProse([`Page ${page + 1} of ${parts.length}`], 280, 30, 9),
    ],
  );
const tablesOf = (pages: Parameters<typeof cleanPages>[0]): readonly Chunk[] =>
  chunkDocument(cleanPages(pages), protocolPolicy, countCl100kTokens).filter(({ isTable }) => isTable);

describe('a table in a PDF', () => {
  it.each([
    ['between three rules', true],
    ['without any rule', false],
  ])('%s is read as Markdown, with its wrapped cells joined', async (_, isRuled) => {
    const rows = [head, ...rowsOf(0, 4)];
    const [page] = await read(pagesWith([rows], isRuled));
    expect(page?.text).toContain(`${prose.join('\n')}\n\n${markdownTable(rows)}\n\nPage 1`);
    expect(page?.tables).toHaveLength(1);
  });

  it.each([90, 180, 270] as const)('is found on a page rotated by %i degrees', async (rotate) => {
    const rows = [head, ...rowsOf(0, 4)];
    await using extractor = createTextExtractor({ tesseract: 'none' });
    const file = writePdf({ pages: pagesWith([rows], false), rotate });
    expect((await extractor.extract(file, 'pdf')).pages[0]?.text).toContain(markdownTable(rows));
  });

  it('is not inferred from two columns of print, nor from a table of contents', async () => {
    const lines = (word: string): readonly string[] =>
      Array.from({ length: 14 }, (_, row) => `${word} line ${row} is full of 5 mg words of it`);
    const contents = ['Shock', 'Burns', 'Arrest', 'Stroke'].flatMap((title, row): readonly PdfMark[] => [
      { text: `${title} of the adult patient ..................`, x: 60, y: 700 - row * 14, size: 10 },
      { text: String(row * 5 + 2), x: 400, y: 700 - row * 14, size: 10 },
    ]);
    const pages = await read([
      lines('left').flatMap((text, row) => [
        { text, x: 60, y: 700 - row * 13, size: 10 },
        { text: lines('right')[row] ?? '', x: 320, y: 700 - row * 13, size: 10 },
      ]),
      contents,
    ]);
    for (const { text } of pages) expect(text).not.toContain('|');
  });
});

describe('a table across the pages of a PDF', () => {
  const parts = [rowsOf(0, 4), rowsOf(4, 8), rowsOf(8, 12)];

  it.each([
    ['two', 2, true],
    ['two', 2, false],
    ['three', 3, true],
    ['three', 3, false],
  ])('is one table over %s pages with a single head (%i, ruled: %s)', async (_, count, isRuled) => {
    const pages = await read(
      pagesWith(
        parts.slice(0, count).map((rows) => [head, ...rows]),
        isRuled,
      ),
    );
    const { text } = cleanPages(pages);
    expect(text).toContain(`\n\n${markdownTable([head, ...parts.slice(0, count).flat()])}`);
    expect(text.match(/\| Drug \|/g)).toHaveLength(1);
  });

  it('is one table when only its first page has the head', async () => {
    const [first = [], ...others] = parts;
    const { text } = cleanPages(await read(pagesWith([[head, ...first], ...others], false)));
    expect(text).toContain(`\n\n${markdownTable([head, ...parts.flat()])}`);
  });

  it('is one chunk with its pages when it fits, and is otherwise cut between rows with its head repeated', async () => {
    const small = parts.slice(0, 2).map((rows) => [head, ...rows]);
    const [whole, ...none] = tablesOf(await read(pagesWith(small, true)));
    expect(none).toEqual([]);
    expect([whole?.firstPage, whole?.lastPage]).toEqual([1, 2]);

    const large = Array.from({ length: 4 }, (_, page) => [head, ...rowsOf(page * 10, page * 10 + 10)]);
    const pages = await read(pagesWith(large, true));
    const document = cleanPages(pages);
    const chunks = tablesOf(pages);
    expect(chunks.length).toBeGreaterThan(2);
    const rule = '| Drug | Dose | Volume | Remarks |\n| --- | --- | --- | --- |\n';
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(protocolPolicy.maximum);
      expect(chunk.text).toContain(rule);
      expect(chunk.text.endsWith(document.text.slice(chunk.start, chunk.end))).toBe(true);
      for (const index of large.keys()) {
        const numbers = [...chunk.text.matchAll(/^\| \w+ (\d+) \|/gm)].map(([, number]) => Number(number));
        const isOn = numbers.some((number) => Math.floor((number - 1) / 10) === index);
        expect(chunk.firstPage <= index + 1 && index + 1 <= chunk.lastPage).toBe(isOn);
      }
    }
    const rows = chunks.flatMap(({ text }) => text.split('\n').filter((line) => /^\| \w+ \d/.test(line)));
    expect(rows).toEqual(
      markdownTable([head, ...rowsOf(0, 40)])
        .split('\n')
        .slice(2),
    );
  });
});

describe('any table drawn into a PDF', () => {
  const value = fc.oneof(
    fc.integer({ min: 1, max: 999 }).map((number) => `${number} mg`),
    fc.integer({ min: 1, max: 999 }).map((number) => `0.${number} mL`),
    fc.integer({ min: 10, max: 99 }).map((number) => `1-${number} J/kg`),
  );
  const table = fc
    .array(fc.constantFrom('left' as const, 'right' as const, 'centre' as const), {
      minLength: 1,
      maxLength: 4,
    })
    .chain((sides) =>
      fc.record({
        columns: fc.constant([column(90), ...sides.map((side) => column(70, side))]),
        body: fc.array(fc.tuple(fc.constantFrom(...drugs), ...sides.map(() => value)), {
          minLength: 3,
          maxLength: 12,
        }),
        isRuled: fc.boolean(),
        rowGap: fc.constantFrom(0, 5),
      }),
    );

  it('is read back with every number in its row and column', async () => {
    await using extractor = createTextExtractor({ tesseract: 'none' });
    let found = 0;
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(table, async ({ body, ...drawing }) => {
        const rows = [
          ['Drug', 'First', 'Second', 'Third', 'Fourth'].slice(0, drawing.columns.length),
          ...body,
        ];
        const { marks } = drawTable({ ...drawing, rows, left: 60, top: 640 });
        const page = [...drawProse(prose, 60, 700), ...marks];
        const text = (await extractor.extract(writePdf({ pages: [page] }), 'pdf')).pages[0]?.text ?? '';
        const expected = `${prose.join('\n')}\n\n${markdownTable(rows)}`;
        drawn += 1;
        if (text.includes('|')) {
          found += 1;
          expect(text).toBe(expected);
        } else expect(text.split(/\s+/)).toEqual([...prose, ...rows.flat()].join(' ').split(' '));
      }),
      { numRuns: 100 },
    );
    expect(found / drawn).toBeGreaterThan(0.8);
  });
});
