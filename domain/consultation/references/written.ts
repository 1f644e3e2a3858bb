/** Adds a period to a text unless it already ends a sentence. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** Joins the given sentences, without the empty ones. */
export const sentences = (...texts: readonly (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined && text !== '')
    .map((text) => sentence(text ?? ''))
    .join(' ');

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Splits an ISO date or instant; the month is spelled out. */
export const dayOf = (
  iso: string,
): { readonly year: string; readonly month: string; readonly day: string } => {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return { year, month: months[Number(month) - 1] ?? '', day: String(Number(day)) };
};

/** Formats pages as ranges: `3-5, 8`. */
export const pageRanges = (pages: readonly number[], dash: string): string => {
  const ranges: (readonly [number, number])[] = [];
  for (const page of [...new Set(pages)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && page === last[1] + 1) ranges[ranges.length - 1] = [last[0], page];
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}${dash}${to}`)).join(', ');
};
