import { describe, expect, it } from 'vitest';
import { layOutPage } from '../../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import { pageOfMarks } from '../../../../../support/page-of-marks.ts';

/** The text of a page with lines drawn directly below each other, each at its distance from the left edge. */
const readLines = (lines: readonly (readonly [x: number, text: string])[], mark = '•'): readonly string[] => {
  const marks = lines.map(([x, text], at) => ({
    text: text.replace('*', mark),
    x,
    y: 700 - at * 12,
    size: 10,
  }));
  const { characters, rules } = pageOfMarks(marks);
  return layOutPage(characters, rules).text.split('\n');
};
const wide =
  'For a rhythm that is slow or fast from salts of the blood that are amiss, go to the page on rhythm';

describe.each(['•', '1.', 'a)', '▪'])('lines below an item that begins with "%s"', (mark) => {
  it('are separate when they begin to its left and would have fitted on its line', () => {
    expect(
      readLines(
        [
          [72, 'Low pressure'],
          [90, '* Give the first fluid'],
          [72, 'Fluid in the lungs with noise'],
          [90, '* Treat the breath'],
          [72, wide],
        ],
        mark,
      ),
    ).toEqual([
      'Low pressure',
      `${mark} Give the first fluid`,
      '',
      'Fluid in the lungs with noise',
      `${mark} Treat the breath`,
      '',
      wide,
    ]);
  });

  it('are separate when they begin below its mark, while its text begins further in', () => {
    expect(
      readLines(
        [
          [72, `* ${wide}`],
          [72, '* Look'],
          [72, 'Slow rhythm'],
          [72, '* Give'],
        ],
        mark,
      ),
    ).toEqual([`${mark} ${wide}`, `${mark} Look`, '', 'Slow rhythm', `${mark} Give`]);
  });

  it('belong to it when they hang below its text', () => {
    const lines: readonly (readonly [number, string])[] = [
      [72, `* ${wide}`],
      [84, 'protocols'],
      [72, '* Give'],
    ];
    expect(readLines(lines, mark)).not.toContain('');
  });

  it('belong to it when the page wrapped them to the margin', () => {
    expect(
      readLines(
        [
          [72, `* ${wide}`],
          [72, 'protocols of the house'],
          [72, '* Give'],
        ],
        mark,
      ),
    ).not.toContain('');
  });
});

describe('a line to the left of a bullet', () => {
  it('is separate from it even when the item fills its line', () => {
    expect(
      readLines([
        [90, `* ${wide}`],
        [72, 'Slow rhythm'],
        [90, '* Give'],
      ]),
    ).toEqual([`• ${wide}`, '', 'Slow rhythm', '• Give']);
  });
});
