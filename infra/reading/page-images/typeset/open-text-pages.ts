import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { type OpenPages, requirePage, requireSheet } from '../open-pages.ts';
import { isDrawableScript } from './drawable-text.ts';
import { layOutText } from './lay-out-text.ts';
import { marksOn, sheetsOf } from './sheet-marks.ts';
import { soughtStretches } from './sought-stretches.ts';
import type { Typesetter } from './typesetter.ts';

/** Opens a text, which is one page on as many sheets as it takes. */
export const openTextPages = ({ measure, withSheet }: Typesetter, text: string): OpenPages => {
  if (!isDrawableScript(text))
    throw new Failure(
      failure(
        'rule_violated',
        'The text is in a script that cannot be set as a picture. Read it as text, or upload it as a PDF.',
        { component: 'page-images', details: { reason: 'script_not_drawable' } },
      ),
    );
  const sheets = layOutText(text, measure);
  return {
    withPage: ({ page, sheet: wanted, passages = [] }, work) => {
      requirePage(page, 1);
      const sought = passages.flatMap(soughtStretches);
      const stretches = sought.filter((stretch) => stretch !== undefined);
      const markedSheets = sheetsOf(sheets, stretches);
      const sheet = wanted ?? markedSheets[0] ?? 1;
      requireSheet(sheet, sheets.length);
      const shown = sheets[sheet - 1] ?? { lines: [], rules: [] };
      const rectangles = marksOn(shown, stretches, (line) => measure(line.text, line), page);
      const unlocated = sought.flatMap((stretch) =>
        stretch === undefined || sheetsOf(sheets, [stretch]).length === 0 ? (['not-found'] as const) : [],
      );
      return withSheet(shown, (drawn) =>
        work(drawn, { pages: 1, sheet, sheets: sheets.length, markedSheets, rectangles, unlocated }),
      );
    },
    close: () => {},
  };
};
