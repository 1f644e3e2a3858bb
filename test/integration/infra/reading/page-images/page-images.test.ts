import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPageImages } from '../../../../../infra/reading/page-images/create-page-images.ts';
import { decodePng } from '../../../../../infra/reading/pictures/decode-png.ts';
import type { PagedText, PageSource } from '../../../../../ports/page-images.ts';
import { writePdf } from '../../../../../scripts/samples/write-pdf.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { samplesFolder } from '../../../../support/server-in-process.ts';
import { writePdfBomb } from '../../../../support/write-pdf-bomb.ts';

const images = createPageImages();
afterAll(() => images[Symbol.asyncDispose]());

const sample: PageSource = {
  kind: 'pdf',
  id: 'sample',
  read: () => readFile(join(samplesFolder, 'pediatric-anaphylaxis.pdf')),
};
const marks = [{ text: 'Give oxygen to every patient at once.', x: 72, y: 700, size: 12 }];
const turned = (rotate: 0 | 90 | 180 | 270): PageSource => ({
  kind: 'pdf',
  id: `turned by ${rotate}`,
  read: async () => writePdf({ pages: [marks], rotate }),
});
const passages = [{ text: 'Give oxygen to every patient at once.' }];

describe('the image of a page', () => {
  it('has the requested width, and reports the page count', async () => {
    const page = await images.draw(sample, { page: 2, width: 600 });
    expect(page).toMatchObject({ pages: 2, width: 600, height: 776, rectangles: [] });
    expect(Buffer.from(page.image).subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('stays within the pixel limit, however long the page is', async () => {
    const long = Buffer.from(
      Buffer.from(writePdf({ pages: [marks] }))
        .toString('latin1')
        .replace('[0 0 612 792]', '[0 0 10 9000]'),
      'latin1',
    );
    const page = await images.draw(
      { kind: 'pdf', id: 'long', read: async () => long },
      { page: 1, width: 3000 },
    );
    expect(page.width * page.height).toBeLessThanOrEqual(13_000_000);
    expect(page.height).toBeGreaterThan(page.width * 800);
  });

  it.each([
    [0, { x: 0.1176, y: 0.101, wide: true }],
    [90, { x: 0.869, y: 0.1176, wide: false }],
    [180, { x: 0.55, y: 0.88, wide: true }],
    [270, { x: 0.1, y: 0.55, wide: false }],
  ] as const)('marks the passage where it appears on a page rotated by %i degrees', async (rotate, seen) => {
    const { rectangles } = await images.locate(turned(rotate), { page: 1, passages });
    const [first] = rectangles;
    if (first === undefined) throw new Error('The passage was not found.');
    const right = Math.max(...rectangles.map(({ x, width }) => x + width));
    const bottom = Math.max(...rectangles.map(({ y, height }) => y + height));
    const left = Math.min(...rectangles.map(({ x }) => x));
    const top = Math.min(...rectangles.map(({ y }) => y));
    expect(right - left > bottom - top).toBe(seen.wide);
    expect(Math.abs(left - seen.x)).toBeLessThan(0.06);
    expect(Math.abs(top - seen.y)).toBeLessThan(0.06);
  });

  it('differs with a marked passage, and is the same when repeated', async () => {
    const plain = await images.draw(turned(0), { page: 1, width: 400 });
    const marked = await images.draw(turned(0), { page: 1, width: 400, passages });
    expect(marked.rectangles).toHaveLength(1);
    expect(Buffer.compare(plain.image, marked.image)).not.toBe(0);
    // From the cache: the file is not read.
    const again = await images.draw(
      { kind: 'pdf', id: 'turned by 0', read: () => Promise.reject(new Error('The file was read again.')) },
      { page: 1, width: 400, passages },
    );
    expect(again).toEqual(marked);
  });

  it('has no mark when the passage is not on the page', async () => {
    const page = await images.draw(sample, {
      page: 1,
      width: 300,
      passages: [{ text: 'Never given to a unicorn.' }],
    });
    expect(page.rectangles).toEqual([]);
  });

  it('is refused beyond the end, with the number of pages', async () => {
    expect(await failureOf(images.draw(sample, { page: 3, width: 300 }))).toMatchObject({
      code: 'not_found',
      message: 'There is no page 3: the document has 2.',
      details: { reason: 'no_such_page', page: 3, pages: 2 },
    });
  });

  it('is refused when the file does not exist', async () => {
    const broken: PageSource = {
      kind: 'pdf',
      id: 'broken',
      read: async () => Buffer.from('%PDF-1.4 nothing %%EOF'),
    };
    expect(await failureOf(images.draw(broken, { page: 1, width: 300 }))).toMatchObject({
      code: 'rule_violated',
      details: { reason: 'pdf_damaged' },
    });
    // The worker continues.
    expect((await images.draw(sample, { page: 1, width: 301 })).width).toBe(301);
  });

  it('blocks no other image when its file is harmful', async () => {
    const impatient = createPageImages({ stallTimeout: 5_000 });
    onTestFinished(() => impatient[Symbol.asyncDispose]());
    const harmful: PageSource = {
      kind: 'pdf',
      id: 'harmful',
      read: async () => writePdfBomb(Buffer.from('0 0 m 600 700 l 300 1 l h f\n'.repeat(2_000)), 2_000, 1),
    };
    expect(await failureOf(impatient.draw(harmful, { page: 1, width: 1200 }))).toMatchObject({
      code: expect.stringMatching(/^(timeout|rule_violated)$/),
    });
    expect((await impatient.draw(sample, { page: 1, width: 300 })).pages).toBe(2);
  });

  it('shows as much as can be drawn in time, and says so', async () => {
    const hurried = createPageImages({ drawingMs: 0 });
    onTestFinished(() => hurried[Symbol.asyncDispose]());
    // PDFium checks for interruption after every hundred objects.
    const square = (n: number): string => `${n % 600} ${Math.floor(n / 600) * 40} 3 40 re f\n`;
    const pageOf = (objects: number): PageSource => ({
      kind: 'pdf',
      id: `${objects} squares`,
      read: async () =>
        writePdfBomb(Buffer.from(Array.from({ length: objects }, (_, n) => square(n)).join('')), 1, 1),
    });
    const [partial, whole] = [
      await hurried.draw(pageOf(12_000), { page: 1, width: 612 }),
      await images.draw(pageOf(12_000), { page: 1, width: 612 }),
    ];
    expect([partial.isPartial, whole.isPartial]).toEqual([true, false]);
    expect([partial.width, partial.height]).toEqual([whole.width, whole.height]);
    const [most, all] = [decodePng(partial.image, 1_000_000), decodePng(whole.image, 1_000_000)];
    // The first squares are at the bottom, the last above them, and the note at the top.
    const at = (picture: typeof most, x: number, y: number) =>
      picture && [...picture.pixels.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3)];
    expect(at(most, 10, 780)).toEqual([0, 0, 0]);
    expect(at(most, 300, 200)).toEqual([255, 255, 255]);
    expect(at(all, 300, 200)).toEqual([0, 0, 0]);
    expect(at(most, 4, 4)).toEqual([255, 204, 204]);
    expect(at(all, 4, 4)).toEqual(at(all, 300, 4));
  });

  it('is dropped from memory when any key is destroyed', async () => {
    const listeners = new Set<() => void>();
    const listening = createPageImages({
      onDestroyed: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    let reads = 0;
    const source: PageSource = {
      kind: 'pdf',
      id: 'one',
      read: async () => {
        reads += 1;
        return writePdf({ pages: [marks] });
      },
    };
    const other: PageSource = { ...sample, id: 'other' };
    await listening.draw(source, { page: 1, width: 200 });
    await listening.draw(other, { page: 1, width: 200 });
    await listening.draw(source, { page: 1, width: 200 });
    expect(reads).toBe(1);
    for (const listener of listeners) listener();
    await listening.draw(source, { page: 1, width: 200 });
    expect(reads).toBe(2);
    await listening[Symbol.asyncDispose]();
    expect(listeners.size).toBe(0);
  });
});

/** A text with one page. */
const onePage = (text: string): PagedText => ({ text, pages: [{ start: 0, end: text.length }] });

describe('the image of a text', () => {
  const paragraph = 'Give oxygen to every patient at once, and watch them. '.repeat(12);
  const text = `# Oxygen\n\n${`${paragraph}\n\n`.repeat(30)}| Drug | Dose |\n| --- | --- |\n| Midazolam | ≥ 40 kg: 10 mg |\n| Lorazepam | 4 mg |\n`;
  const book: PageSource = { kind: 'text', id: 'book', read: async () => onePage(text) };
  const row = (start: number) => [{ text: text.slice(start, text.indexOf('\n', start)), start }];

  it('is one of as many sheets as the text needs', async () => {
    const first = await images.draw(book, { page: 1, width: 306 });
    expect(first).toMatchObject({ pages: 1, sheet: 1, width: 306, height: 396 });
    expect(first.sheets).toBeGreaterThan(2);
    const last = await images.draw(book, { page: 1, sheet: first.sheets, width: 306 });
    expect(Buffer.compare(first.image, last.image)).not.toBe(0);
  });

  it('is the sheet with the passage, and distinguishes the rows of a table', async () => {
    const one = await images.locate(book, { page: 1, passages: row(text.indexOf('| Midazolam')) });
    const other = await images.locate(book, { page: 1, passages: row(text.indexOf('| Lorazepam')) });
    expect(one.sheet).toBe(one.sheets);
    const [above, below] = [one.rectangles[0], other.rectangles[0]];
    if (above === undefined || below === undefined) throw new Error('A row was not found.');
    expect(above.y + above.height).toBeLessThanOrEqual(below.y + 0.01);
    expect(
      await images.locate(book, { page: 1, sheet: 1, passages: row(text.indexOf('| Lorazepam')) }),
    ).toMatchObject({
      sheet: 1,
      rectangles: [],
    });
  });

  it('keeps the pages of the text, each with its own passages', async () => {
    const slides = ['## Sepsis\n\n30 mL/kg', '## Seizure\n\nMidazolam 10 mg IM'];
    const whole = slides.join('\n\n');
    const second = whole.indexOf('## Seizure');
    const source: PageSource = {
      kind: 'text',
      id: 'slides',
      read: async () => ({
        text: whole,
        pages: [
          { start: 0, end: second - 2 },
          { start: second, end: whole.length },
        ],
      }),
    };
    const start = whole.indexOf('Midazolam');
    const passages = [{ text: 'Midazolam 10 mg IM', start }];
    expect(await images.locate(source, { page: 2, passages })).toMatchObject({
      pages: 2,
      sheets: 1,
      rectangles: [{ page: 2 }],
      unlocated: [],
    });
    expect(await images.locate(source, { page: 1, passages })).toMatchObject({ rectangles: [] });
    expect(await failureOf(images.draw(source, { page: 3, width: 300 }))).toMatchObject({
      code: 'not_found',
      details: { reason: 'no_such_page', page: 3, pages: 2 },
    });
  });

  it('is refused for a missing sheet, or a script that cannot be set', async () => {
    expect(await failureOf(images.draw(book, { page: 1, sheet: 900, width: 300 }))).toMatchObject({
      code: 'not_found',
      details: { reason: 'no_such_sheet', sheet: 900 },
    });
    const russian: PageSource = {
      kind: 'text',
      id: 'russian',
      read: async () => onePage('Дать кислород всем больным.'),
    };
    expect(await failureOf(images.draw(russian, { page: 1, width: 300 }))).toMatchObject({
      code: 'rule_violated',
      details: { reason: 'script_not_drawable' },
    });
  });

  it.each([
    ['nothing', ''],
    ['one word longer than a line', 'x'.repeat(3_000)],
    [
      'a table of a hundred columns',
      `|${' a |'.repeat(100)}\n|${' --- |'.repeat(100)}\n|${' b |'.repeat(100)}`,
    ],
    ['a cell longer than a sheet', `| a | ${'word '.repeat(5_000)} |`],
    ['combining characters, control characters and lone surrogates', 'é ﬁ \u0000 \ud800 🩺 a'],
  ])('can show %s', async (name, content) => {
    const source: PageSource = { kind: 'text', id: name, read: async () => onePage(content) };
    expect(await images.draw(source, { page: 1, width: 200 })).toMatchObject({ width: 200, height: 259 });
  });
});
