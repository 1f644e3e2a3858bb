import { describe, expect, it } from 'vitest';
import { type PdfPage, writePdf } from '../../../../../../scripts/samples/write-pdf.ts';
import { readPdfBytes } from '../../../../../support/read-pdf-pages.ts';

type Line = readonly [text: string, y: number, size?: number];
const page = (...lines: readonly Line[]): PdfPage =>
  lines.map(([text, y, size = 11]) => ({ text, x: 72, y, size }));

const pages: readonly PdfPage[] = [
  page(['Treatment of shock', 740, 20], ['Recognition', 700], ['The skin is cold and pale.', 680]),
  page(
    ['Fluids', 740],
    ['Give fluids by weight.', 720],
    ['Fluids in children with a failing heart and', 690],
    ['in those with burns', 676],
    ['Give less, and look again.', 650],
    ['Beware', 620, 15],
    ['Too much does harm.', 600],
  ),
];

const read = async (
  bookmarks: Parameters<typeof writePdf>[0]['bookmarks'] = [],
): Promise<readonly string[]> => {
  const { pages: ofFile } = await readPdfBytes(writePdf({ pages, bookmarks }));
  return ofFile.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith('#'));
};

describe('the bookmarks of a PDF', () => {
  it('turn the lines they point to into headings, with their nesting depth', async () => {
    expect(
      await read([
        { title: 'Treatment of shock', page: 1, depth: 0 },
        { title: 'RECOGNITION', page: 1, depth: 1 },
        { title: '2. Fluids', page: 2, depth: 1 },
        { title: 'Fluids in children with a failing heart and in those with burns', page: 2, depth: 2 },
      ]),
    ).toEqual([
      '# Treatment of shock',
      '## Recognition',
      '## Fluids',
      '### Fluids in children with a failing heart and in those with burns',
      // Large print without a bookmark is nested below headings with one.
      '##### Beware',
    ]);
  });

  it('are not an outline when they point to no printed text', async () => {
    const marks = ['_GoBack', 'Slide 1', 'Slide 2', 'Untitled', 'Fluids'];
    expect(await read(marks.map((title) => ({ title, page: 2, depth: 0 })))).toEqual([
      '# Treatment of shock',
      '## Beware',
    ]);
  });
});
