import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { type OpenPages, requirePage, requireSheet } from '../open-pages.ts';
import { isDrawableScript } from './drawable-text.ts';
import { layOutText } from './lay-out-text.ts';
import { marksOn, sheetOf } from './sheet-marks.ts';
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
    withPage: ({ page, sheet: wanted, passage }, work) => {
      requirePage(page, 1);
      const { start, end } = passage ?? {};
      const stretch = start === undefined || end === undefined ? undefined : { start, end };
      const sheet = wanted ?? (stretch && sheetOf(sheets, stretch)) ?? 1;
      requireSheet(sheet, sheets.length);
      const shown = sheets[sheet - 1] ?? { lines: [], rules: [] };
      const rectangles =
        stretch === undefined ? [] : marksOn(shown, stretch, (line) => measure(line.text, line), page);
      return withSheet(shown, (drawn) => work(drawn, { pages: 1, sheet, sheets: sheets.length, rectangles }));
    },
    close: () => {},
  };
};
