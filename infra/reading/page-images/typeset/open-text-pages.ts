import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { PagedText } from '../../../../ports/page-images.ts';
import { type OpenPages, requirePage, requireSheet } from '../open-pages.ts';
import { isDrawableScript } from './drawable-text.ts';
import { layOutText, type Sheet } from './lay-out-text.ts';
import { marksOn, type Stretch, sheetsOf } from './sheet-marks.ts';
import { stretchesToFind } from './stretches-to-find.ts';
import type { Typesetter } from './typesetter.ts';

/** Opens a text, each page of which fills as many sheets as it needs. */
export const openTextPages = ({ measure, withSheet }: Typesetter, { text, pages }: PagedText): OpenPages => {
  if (!isDrawableScript(text))
    throw new Failure(
      failure(
        'rule_violated',
        'The script of the text cannot be drawn. Read it as text, or upload it as a PDF.',
        { component: 'page-images', details: { reason: 'script_not_drawable' } },
      ),
    );
  /** The page that was used last: a reader of one sheet usually asks for the next. */
  let laidOut: { readonly page: number; readonly sheets: readonly Sheet[] } | undefined;
  const sheetsOfPage = (page: number, { start, end }: Stretch): readonly Sheet[] => {
    if (laidOut?.page !== page) laidOut = { page, sheets: layOutText(text.slice(start, end), measure) };
    return laidOut.sheets;
  };
  return {
    withPage: ({ page, sheet: wanted, passages = [] }, work) => {
      requirePage(page, pages.length);
      const span = pages[page - 1] ?? { start: 0, end: 0 };
      const sheets = sheetsOfPage(page, span);
      const sought = passages
        .flatMap(stretchesToFind)
        .map((stretch) =>
          stretch === undefined
            ? undefined
            : { start: stretch.start - span.start, end: stretch.end - span.start },
        );
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
        work(drawn, {
          pages: pages.length,
          sheet,
          sheets: sheets.length,
          markedSheets,
          rectangles,
          unlocated,
        }),
      );
    },
    close: () => {},
  };
};
