import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { LocatedPage, PageRequest } from '../../../ports/page-images.ts';

/** A document whose pages can be looked at. */
export type OpenPages = {
  /** Loads a page into PDFium for the time of some work, what is sought found on it. Throws a Failure where there is none. */
  readonly withPage: <Value>(
    request: PageRequest,
    work: (page: number, located: LocatedPage) => Value,
  ) => Value;
  readonly close: () => void;
};

/** @throws Failure `not_found` for a page beyond the end */
export const requirePage = (page: number, pages: number): void => {
  if (page > pages)
    throw new Failure(
      failure('not_found', `There is no page ${page}: the document has ${pages}.`, {
        details: { reason: 'no_such_page', page, pages },
      }),
    );
};

/** @throws Failure `not_found` for a sheet beyond the end */
export const requireSheet = (sheet: number, sheets: number): void => {
  if (sheet > sheets)
    throw new Failure(
      failure('not_found', `There is no sheet ${sheet}: the page takes ${sheets}.`, {
        details: { reason: 'no_such_sheet', sheet, sheets },
      }),
    );
};
