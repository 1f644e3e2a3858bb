import type { Passage } from '../passage.ts';

type Dated = Pick<Passage, 'lastUpdated' | 'effectiveDate' | 'publicationYear'>;

/** The date of a document's last change in fractional years; undefined when it is not stated. */
export const yearOf = ({ lastUpdated, effectiveDate, publicationYear }: Dated): number | undefined => {
  const day = lastUpdated ?? effectiveDate;
  if (day === undefined) return publicationYear;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return year + (month - 1) / 12 + (date - 1) / 372;
};

/** The age difference in years that counts in full. */
const oldestBy = 10;

/** How much older a document is than the newest comparable one, from 0 to 1 for ten years and more. */
export const relativeAge = (year: number, newest: number): number =>
  Math.min(1, Math.max(0, (newest - year) / oldestBy));
