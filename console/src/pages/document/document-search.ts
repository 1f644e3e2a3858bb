/** The parts of the page about a document. */
const VIEWS = ['passages', 'figures', 'versions'] as const;
export type DocumentView = (typeof VIEWS)[number];

/** What the address of a document keeps. */
export type DocumentSearch = {
  readonly version?: number;
  readonly page?: number;
  readonly view?: DocumentView;
};

const countingNumber = (given: unknown): number | undefined => {
  const number = Number(given);
  return Number.isInteger(number) && number >= 1 && number < 2 ** 31 ? number : undefined;
};

/** Reads the address; what makes no sense in it is left out. */
export const readDocumentSearch = (given: Record<string, unknown>): DocumentSearch => {
  const read = {
    version: countingNumber(given.version),
    page: countingNumber(given.page),
    view: VIEWS.find((view) => view === given.view),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
};
