import { withoutOwnReferences } from './write-excerpt.ts';

/** The log stores 500 characters of a warning, including its marks. */
export const longestWarning = 410;

export const inOneLine = (text: string): string => withoutOwnReferences(text.replace(/\s+/g, ' ').trim());

/** A form in which texts are equal that differ only in spaces, case, marks and step numbers. */
export const comparable = (text: string): string =>
  text
    .replace(/^\s*(?:\d{1,2}|[A-Za-z])[.)]\s/, '')
    .toLowerCase()
    .replace(/[^\p{L}\d<>≤≥]+/gu, ' ')
    .trim();

/** A list entry without its bullet, which means nothing outside the list; step numbers stay. */
export const withoutBullet = (text: string): string =>
  text.replace(/^(?:[•▪◦●○◊❖*–-]|o(?=\s[\p{Lu}\d]))\s+/u, '');
