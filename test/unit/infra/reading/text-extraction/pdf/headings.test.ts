import { describe, expect, it } from 'vitest';
import { layOutPage } from '../../../../../../infra/reading/text-extraction/pdf/lay-out-page.ts';
import type { PdfMark } from '../../../../../../scripts/samples/write-pdf.ts';
import { drawProse } from '../../../../../support/draw-table.ts';
import { pageOfMarks } from '../../../../../support/page-of-marks.ts';

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
