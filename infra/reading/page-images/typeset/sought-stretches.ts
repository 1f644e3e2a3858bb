import { isTableRule } from '../../../../domain/knowledge/markdown-row.ts';
import type { PassageToLocate } from '../../../../ports/page-images.ts';
import type { Stretch } from './sheet-marks.ts';

/** Where in the text each line stands that is sought and says something; `undefined` where it is not known. */
export const soughtStretches = ({
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
