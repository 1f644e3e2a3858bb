import { describe, expect, it } from 'vitest';
import { layOutPage } from '../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import type { PdfMark } from '../../../../../scripts/samples/write-pdf.ts';
import { drawProse } from '../../../../support/draw-table.ts';
import { pageOfMarks } from '../../../../support/page-of-marks.ts';

const stepsOf = (name: string): readonly string[] =>
  Array.from({ length: 20 }, (_, index) => `${index + 1}. Do step ${index + 1} of the ${name} with care`);
const names = ['airway', 'wound'];
const heads = ['AIRWAY CARE', 'WOUND CARE'];
const frame = (heights: readonly number[]): readonly PdfMark[] => [
  ...heights.map((y): PdfMark => ({ line: [50, y, 550, y] })),
  ...[50, 300, 550].map((x): PdfMark => ({ line: [x, heights[0] ?? 0, x, heights.at(-1) ?? 0] })),
];
const read = (marks: readonly PdfMark[]): readonly string[] => {
  const { characters, rules } = pageOfMarks(marks);
  return layOutPage(characters, rules)
    .text.split('\n')
    .filter((line) => line !== '');
};
const inOrder = names.flatMap((name, index) => [heads[index], ...stepsOf(name)]);

describe('a page header that is drawn last', () => {
  it('comes first, and before a column that it does not span', () => {
    const columns = names.flatMap((name, index) => drawProse(stepsOf(name), 60 + index * 250, 670, 9));
    expect(read([...columns, ...drawProse(['Agency of samples'], 60, 760, 9)])).toEqual([
      'Agency of samples',
      ...names.flatMap(stepsOf),
    ]);
  });
});

describe('framed parts of a page', () => {
  const drawnHeads = heads.flatMap((head, index) => drawProse([head], 60 + index * 250, 700, 9));
  const drawnBodies = names.flatMap((name, index) => drawProse(stepsOf(name), 60 + index * 250, 670, 9));

  it('are read below their own headings, which are in a row of cells', () => {
    expect(read([...drawnHeads, ...drawnBodies, ...frame([720, 690, 380])])).toEqual(inOrder);
  });

  it('are read to the end before the next one, even when the file draws both line by line', () => {
    expect(read([...drawnHeads, ...drawnBodies, ...frame([720, 390, 380])])).toEqual(inOrder);
  });
});
