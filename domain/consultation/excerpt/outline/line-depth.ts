import { namesDose } from '../../../clinical-text/names-dose.ts';
import { namesLevel } from '../list-labels.ts';
import { noteMark } from './note-marks.ts';

/** The depth of a block by its marker. Plain paragraphs and tables are deepest: they belong to the entry above. */
export const depth = { heading: 0, roman: 1, capital: 2, digit: 3, small: 4, bullet: 5, plain: 6 } as const;
export type Depth = (typeof depth)[keyof typeof depth];

const markers: readonly (readonly [RegExp, Depth])[] = [
  [/^#{1,6}\s/, depth.heading],
  [new RegExp(`^${noteMark}`), depth.digit],
  [/^\d{1,2}[.)](?:\s|$)/, depth.digit],
  [/^step\s\d{1,2}\s?[:.)–—-]/i, depth.digit],
  // Before the letters: I, V and X are far more often numbers at the beginning of a line.
  [/^[IVX]{1,5}[.)]\s/, depth.roman],
  [/^[A-Z][.)]\s/, depth.capital],
  [/^(?:[a-z]|[ivx]{2,4})[.)]\s/, depth.small],
  [/^[•▪◦●○◊❖\uf0b7*–-]\s/, depth.bullet],
  // A ring bullet misread as a letter.
  [/^o\s(?=[\p{Lu}\d<>≤≥])/u, depth.bullet],
];

/** Longer lines in capitals are emphasised sentences. */
const longestHeading = 90;

/** Capitals inside a step are an order, not the name of a section: a dose below them belongs to the step. */
const order =
  /^(?:CONTACT|CALL|NOTIFY|DO|DON['’]T|ADMINISTER|GIVE|CONSIDER|AVOID|STOP|HOLD|REPEAT|IF|AND|THEN|UNLESS|EXCEPT)\b/;

/** Whether a line is in capitals, as a heading is. */
export const isInCapitals = (line: string): boolean =>
  line.length <= longestHeading &&
  /^[A-Z\d“"]/.test(line) &&
  /[A-Z]{3}/.test(line) &&
  !/[a-z]{2}/.test(line) &&
  !/[.;,]$/.test(line) &&
  !namesDose(line) &&
  !order.test(line);

const parenthesis = /\([^()]*\)/g;
const boundWithUnit = /[<>≤≥]\s*\d+\s*(?:mmHg|bpm|kg|mg\/dL|years?|months?)/g;

/** A line in capitals except for its limits, as `NARROW COMPLEX ≥ 150 bpm`; not a limit alone. */
const isHeading = (line: string): boolean => {
  if (isInCapitals(line)) return true;
  const bare = line.replace(parenthesis, ' ').replace(boundWithUnit, ' ').trim();
  return bare !== line && /[A-Z]{5}/.test(bare) && isInCapitals(bare);
};

/** The depth of a line, by its marker or as a heading. */
export const depthOf = (line: string): Depth =>
  markers.find(([marker]) => marker.test(line))?.[1] ?? (isHeading(line) ? depth.heading : depth.plain);

/** The name of a bullet list ranks below all other headings. */
export const listLabelRank = 0.9;

/** The deepest Markdown mark, given to lines in bold print: see `headingOf`. */
const deepestMark = 6;

/** The caption of a table or a figure in large print, which heads that table or figure and nothing after it. */
const caption = /^#{1,6}\s+\W{0,3}(?:table|figure|fig\.)\s+\d/i;

/**
 * The depth of a heading among headings: marked ones by their level, then lines in capitals, multi-part section
 * numbers, levels of clinicians, the deepest mark and captions, and names of lists. All are below 1, the depth of the
 * outermost entry.
 */
export const rankOfHeading = (line: string, section?: readonly string[]): number => {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
  if (marks !== undefined) return marks < deepestMark && !caption.test(line) ? marks / 10 : 0.85;
  if (section !== undefined) return 0.68 + section.length / 50;
  if (namesLevel(line)) return 0.8;
  return isHeading(line) ? 0.7 : listLabelRank;
};

/** The numbers of leading spaces that count as different depths of bullets. */
const deepestIndent = 8;

/** Bullets of a nested list, even if their indentation was lost. */
const innerBullet = /^[o◦○▪]\s/;
const innerIndent = 4;

/** A bullet ranks below those that are less indented, and above plain lines. */
export const rankOfEntry = (at: Depth, indent: number, line = ''): number =>
  at === depth.bullet
    ? at + Math.min(Math.max(indent, innerBullet.test(line) ? innerIndent : 0), deepestIndent) / 10
    : at;
