import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../domain/knowledge/chunk.ts';
import type { Figure } from '../../../../domain/knowledge/figure.ts';
import { figuresOfChunk } from '../../../../domain/knowledge/figures-of-chunk.ts';

const chunk = (text: string, firstPage = 1, lastPage = firstPage): Chunk => ({
  index: 0,
  text,
  sectionPath: [],
  contentType: 'general',
  isTable: false,
  firstPage,
  lastPage,
  tokens: 10,
  start: 0,
  end: text.length,
});
const figure = (more: Partial<Figure> = {}): Figure => ({
  page: 1,
  kind: 'picture',
  width: 100,
  height: 100,
  anchors: ['Lay the zebra on its left side.'],
  blob: 'a'.repeat(64),
  ...more,
});
const numbersOf = (chunks: readonly Chunk[], figures: readonly Figure[]) =>
  chunks.map(figuresOfChunk(figures)).map((one) => one.figures);

describe('the figures of a passage', () => {
  it('are those whose texts it contains, despite cleaned blanks and characters', () => {
    const chunks = [chunk('First: lay the zebra\non its LEFT side'), chunk('Something else on the page.')];
    expect(numbersOf(chunks, [figure()])).toEqual([[1], undefined]);
  });

  it('exclude those of another page', () => {
    expect(numbersOf([chunk('Lay the zebra on its left side.', 2)], [figure()])).toEqual([undefined]);
    expect(numbersOf([chunk('Lay the zebra on its left side.', 1, 3)], [figure({ page: 2 })])).toEqual([[1]]);
  });

  it('include those that it captions', () => {
    const caption = 'Figure 3. Where to put the needle.';
    expect(numbersOf([chunk(`${caption} More.`)], [figure({ anchors: [], caption })])).toEqual([[1]]);
    expect(numbersOf([chunk('More.')], [figure({ anchors: [], caption })])).toEqual([undefined]);
  });

  it('include those that it refers to on any page, the nearest when several have one number', () => {
    const figures = [
      figure({ page: 1, caption: 'Figure 3. In the first chapter.' }),
      figure({ page: 40, caption: 'Fig. 3: In the second.' }),
    ];
    const chunks = [
      chunk('See figure 3 for the place.', 38),
      chunk('as in Fig. 3', 2),
      chunk('see Figure 33', 2),
    ];
    expect(numbersOf(chunks, figures)).toEqual([[2], [1], undefined]);
  });

  it('are those of its page when nothing is more specific', () => {
    expect(numbersOf([chunk('Whatever.'), chunk('Other.', 2)], [figure({ anchors: [] })])).toEqual([
      [1],
      undefined,
    ]);
  });

  it('mark it as the text of a flow chart when they make up most of it', () => {
    const chart = figure({ kind: 'flow_chart', anchors: ['Is the zebra breathing?', 'Give oxygen by mask'] });
    const [mostly, hardly] = [
      chunk('Is the zebra breathing?\n\nGive oxygen by mask'),
      chunk(`Give oxygen by mask. ${'Much more is said here about other things. '.repeat(10)}`),
    ].map(figuresOfChunk([chart]));
    expect(mostly).toMatchObject({ figures: [1], flowChart: true });
    expect(hardly).toMatchObject({ figures: [1] });
    expect(hardly).not.toHaveProperty('flowChart');
  });

  it('are none in a document without figures, whose chunks are unchanged', () => {
    const one = chunk('See figure 3.');
    expect(figuresOfChunk([])(one)).toBe(one);
  });

  it('are found by texts of any length, even if shorter texts share their beginning', () => {
    const text = 'Lay the zebra on its back.';
    const anchors = [
      'Lay the zebra on its left side.',
      'back',
      'zebra on its BACK',
      'Lay the zebra on its back. Then',
    ];
    expect(anchors.map((anchor) => numbersOf([chunk(text)], [figure({ anchors: [anchor] })]))).toEqual([
      [undefined],
      [[1]],
      [[1]],
      [undefined],
    ]);
  });
});
