import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { LocatedPage, PageRequest } from '../../../ports/page-images.ts';

/** A document whose pages can be drawn and searched. */
export type OpenPages = {
  /**
   * Loads a page into PDFium for the duration of `work`, with the passages located on it. Throws a Failure if there
   * is no such page.
   */
  readonly withPage: <Value>(
    request: PageRequest,
    work: (page: number, located: LocatedPage) => Value,
  ) => Value;
  readonly close: () => void;
};

/** @throws Failure `not_found` for a page past the last one */
export const requirePage = (page: number, pages: number): void => {
  if (page > pages)
    throw new Failure(
      failure('not_found', `There is no page ${page}: the document has ${pages}.`, {
        details: { reason: 'no_such_page', page, pages },
      }),
    );
};

/** @throws Failure `not_found` for a sheet past the last one */
export const requireSheet = (sheet: number, sheets: number): void => {
  if (sheet > sheets)
    throw new Failure(
      failure('not_found', `There is no sheet ${sheet}: the page has ${sheets}.`, {
        details: { reason: 'no_such_sheet', sheet, sheets },
      }),
    );
};
