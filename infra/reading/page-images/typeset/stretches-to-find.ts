import { isTableRule } from '../../../../domain/knowledge/markdown-row.ts';
import type { PassageToLocate } from '../../../../ports/page-images.ts';
import type { Stretch } from './sheet-marks.ts';

/** Returns the range in the text of each line to find, without blank lines; `undefined` if it is unknown. */
export const stretchesToFind = ({
  text,
  lines,
  start,
}: PassageToLocate): readonly (Stretch | undefined)[] => {
  let from = start ?? 0;
  return text.split('\n').flatMap((line, at) => {
    const stretch = { start: from, end: from + line.length };
    from = stretch.end + 1;
    if (line.trim() === '' || isTableRule(line) || lines?.includes(at) === false) return [];
    return [start === undefined ? undefined : stretch];
  });
};
