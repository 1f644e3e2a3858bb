/** The order of day and month: `03/07/24`. */
export type DayOrder = 'month-first' | 'day-first';

/** A date as written in a text. */
export type WrittenDate =
  | { readonly kind: 'full'; readonly year: number; readonly month: number; readonly day: number }
  /** Two numbers; the document's usage decides which is the day. */
  | { readonly kind: 'numbers'; readonly year: number; readonly first: number; readonly second: number };

const monthNames =
  'january february march april may june july august september october november december'.split(' ');
export const monthPattern = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const monthOf = (name: string): number =>
  monthNames.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;

/** All notations of a date, without groups, for use in other patterns. */
export const datePattern = [
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})`,
  String.raw`${monthPattern}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?[-\s]+${monthPattern},?[-\s]+(?:\d{4}|\d{2})`,
].join('|');

/** Expands two digits as POSIX does (`strptime`, `%y`): 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068. */
const fullYear = (written: string): number => {
  const year = Number(written);
  if (written.length > 2) return year;
  return year + (year >= 69 ? 1900 : 2000);
};

const americanDate = new RegExp(`^(${monthPattern})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`, 'i');
const europeanDate = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?[-\\s]+(${monthPattern}),?[-\\s]+(\\d{4}|\\d{2})$`,
  'i',
);

/** Parses one date of `datePattern`; `undefined` for any other text. */
export const readWrittenDate = (written: string): WrittenDate | undefined => {
  const text = written.trim();
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (iso) return { kind: 'full', year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) };
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (numbers) {
    const [, first = '', , second = '', year = ''] = numbers;
    return { kind: 'numbers', year: fullYear(year), first: Number(first), second: Number(second) };
  }
  const american = americanDate.exec(text);
  if (american) {
    const [, month = '', day, year = ''] = american;
    return { kind: 'full', year: Number(year), month: monthOf(month), day: Number(day) };
  }
  const european = europeanDate.exec(text);
  if (!european) return undefined;
  const [, day, month = '', year = ''] = european;
  return { kind: 'full', year: fullYear(year), month: monthOf(month), day: Number(day) };
};

const isoOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
};

/** The order of day and month if only one is possible, because the other number is above 12. */
export const unambiguousOrder = (date: WrittenDate): DayOrder | undefined => {
  if (date.kind === 'full' || date.first === date.second) return undefined;
  if (date.first > 12 && date.second <= 12) return 'day-first';
  return date.second > 12 && date.first <= 12 ? 'month-first' : undefined;
};

/** The day as an ISO date; `undefined` for days that do not exist and for ambiguous dates. */
export const isoDayOf = (date: WrittenDate, usual: DayOrder | undefined): string | undefined => {
  if (date.kind === 'full') return isoOf(date.year, date.month, date.day);
  const { year, first, second } = date;
  const order = first === second ? 'day-first' : (unambiguousOrder(date) ?? usual);
  if (order === undefined) return undefined;
  return order === 'day-first' ? isoOf(year, second, first) : isoOf(year, first, second);
};
