import { patientSource } from '../../../clinical-text/population.ts';
import { bullet, couldBeLabel, fitsOnLineAbove, minWrappedLength, namesLevel } from '../list-labels.ts';
import type { ReadLine } from './read-line.ts';

/**
 * A line that names the patients or the subject of the lines below: never the rest of a list item, whatever its shape.
 */
const namesPatients = new RegExp(`(?:${patientSource('adult', 'pediatric', 'neonatal')})`, 'iu');

/** The lines of the list at the end of a page, including wrapped ones. */
const listBefore = (lines: readonly ReadLine[], end: number): readonly string[] => {
  let from = end;
  while (from > 0 && lines[from - 1]?.text !== '') from -= 1;
  const paragraph = lines.slice(from, end).map(({ text }) => text);
  const first = paragraph.findIndex((text) => bullet.test(text));
  return first < 0 ? [] : paragraph.slice(first);
};

/** Whether the line after a page break is the rest of the previous page's last item. */
const continuesItem = (list: readonly string[], line: string): boolean => {
  const before = list.at(-1) ?? '';
  if (before.length < minWrappedLength || /[.:;!?]$/.test(before)) return false;
  if (!couldBeLabel(line) || namesPatients.test(line) || namesLevel(line)) return false;
  return !fitsOnLineAbove(before, line, Math.max(...list.map((text) => text.length)));
};

/**
 * The lines without the blank one that a page break leaves in the middle of a list item: its last words belong to it
 * and do not name the items below.
 */
export const joinItemsAcrossPages = (lines: readonly ReadLine[]): readonly ReadLine[] =>
  lines.filter(({ text }, at) => {
    const [before, after] = [lines[at - 1], lines[at + 1]];
    if (text !== '' || before === undefined || after === undefined) return true;
    const isPageBreak = before.place.pages[1] < after.place.pages[0];
    return !(isPageBreak && continuesItem(listBefore(lines, at), after.text));
  });
