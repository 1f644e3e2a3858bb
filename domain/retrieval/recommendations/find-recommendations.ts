import { type Statement, splitStatements } from '../../clinical-text/split-statements.ts';
import {
  cardiologySystem,
  classToken,
  type GradingMark,
  gradingMarksIn,
  levelToken,
  parseClass,
  parseLevel,
} from './grading-marks.ts';
import type { Recommendation } from './recommendation.ts';

/** The most graded statements of one passage, and the longest stored statement, in characters. */
const maxRecommendations = 20;
const maxStatementLength = 500;

const shortened = (text: string): string =>
  text.length <= maxStatementLength
    ? text
    : text
        .slice(0, Math.max(1, text.lastIndexOf(' ', maxStatementLength)))
        .slice(0, maxStatementLength)
        .toWellFormed();

/** True when a statement consists only of grades. */
const isBare = (text: string, marks: readonly GradingMark[]): boolean => {
  let rest = '';
  let from = 0;
  for (const { start, end } of marks) {
    rest += text.slice(from, start);
    from = end;
  }
  return !/\p{L}/u.test(rest + text.slice(from));
};

/** Joins a class and a level that are separate in one statement, if they are the only ones. */
const joined = (marks: readonly GradingMark[]): readonly GradingMark[] => {
  const [one, other] = marks;
  if (marks.length !== 2 || !one || !other) return marks;
  const halves = [one, other].map(({ recommendationClass, evidenceLevel }) =>
    recommendationClass !== undefined && evidenceLevel === undefined
      ? 'class'
      : recommendationClass === undefined
        ? 'level'
        : 'both',
  );
  const fit = one.system === other.system || one.system === 'unnamed' || other.system === 'unnamed';
  if (!fit || !halves.includes('class') || !halves.includes('level')) return marks;
  return [{ ...one, ...other, system: one.system === 'unnamed' ? other.system : one.system }];
};

// --- tables -----------------------------------------------------------------------------------------------------

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The heads of such columns may carry footnote marks: `Class^a`. */
const classHead = /^(?:COR|class(?: of recommendation)?|recommendation class)\b[\s^*†]*[a-d]?$/i;
const levelHead = /^(?:LOE|level(?: of evidence)?|evidence(?: level)?)\b[\s^*†]*[a-d]?$/i;
const wholeClass = new RegExp(`^(?<token>${classToken})(?<suffix>.*)$`);
const wholeLevel = new RegExp(`^${levelToken}$`);

type Columns = { readonly classAt: number; readonly levelAt: number };
const columnsOf = (head: string): Columns | undefined => {
  const cells = cellsOf(head);
  const classAt = cells.findIndex((cell) => classHead.test(cell));
  const levelAt = cells.findIndex((cell) => levelHead.test(cell));
  return classAt < 0 || levelAt < 0 ? undefined : { classAt, levelAt };
};

const ofCells = (
  { token, suffix, level }: { readonly token: string; readonly suffix: string; readonly level: string },
  statement: string,
  context: string,
): Recommendation | undefined => {
  const recommendationClass = parseClass(token, suffix);
  const evidenceLevel = parseLevel(level);
  if (recommendationClass === undefined || evidenceLevel === undefined || statement === '') return undefined;
  const system = cardiologySystem(`${token} ${suffix} ${level}`, statement, context);
  return { system, recommendationClass, evidenceLevel, statement: shortened(statement) };
};

const ofRow = (row: string, { classAt, levelAt }: Columns, context: string): Recommendation | undefined => {
  const cells = cellsOf(row);
  const { token, suffix = '' } = wholeClass.exec(cells[classAt] ?? '')?.groups ?? {};
  const level = cells[levelAt] ?? '';
  if (token === undefined || !wholeLevel.test(level)) return undefined;
  if (suffix.trim() !== '' && !/harm|benefit/i.test(suffix)) return undefined;
  const others = cells.filter((_, index) => index !== classAt && index !== levelAt);
  const statement = others.reduce((longest, cell) => (cell.length > longest.length ? cell : longest), '');
  return ofCells({ token, suffix, level }, statement, context);
};

/** The head of a table of recommendations that was extracted as lines: `COR LOE Recommendations`. */
const lineHead = /^(?:#{1,6}\s+)?COR\s+LOE\b[\s:]*(?:Recommendations?)?$/i;
const gradedLine = new RegExp(
  String.raw`^(?<token>${classToken})(?<suffix>\s*:\s*(?:Harm|No Benefit))?\s+(?<level>${levelToken})\s+(?:\d{1,2}\.\s+)?(?<claim>\p{Lu}.{14,})$`,
  'u',
);

const ofLine = (line: string, context: string): Recommendation | undefined => {
  const { token, suffix = '', level, claim } = gradedLine.exec(line)?.groups ?? {};
  if (token === undefined || level === undefined || claim === undefined) return undefined;
  return ofCells({ token, suffix, level }, claim, `${context} COR`);
};

// --- text -------------------------------------------------------------------------------------------------------

const ofText = (
  { text }: Statement,
  before: Statement | undefined,
  context: string,
): readonly Recommendation[] => {
  const marks = gradingMarksIn(text, context);
  if (marks.length === 0) return [];
  // A grade in parentheses or on a separate line belongs to the statement right before it.
  const isAboutBefore =
    isBare(text, marks) &&
    before !== undefined &&
    !before.isTableRow &&
    !/^#{1,6}\s/.test(before.text) &&
    gradingMarksIn(before.text, context).length === 0;
  const statement = shortened(isAboutBefore ? before.text : text);
  return joined(marks).map(({ start: _, end: __, ...grade }) => ({ ...grade, statement }));
};

/**
 * Finds the statements of a passage with a class of recommendation or level of evidence, in reading order, each with
 * its own grade: a grade never extends to other recommendations in the passage. At most 20.
 *
 * @param context information on the author: the title of the document, the organization
 */
export const findRecommendations = (text: string, context = ''): readonly Recommendation[] => {
  const found: Recommendation[] = [];
  const statements = splitStatements(text);
  let columns: Columns | undefined;
  let inGradedLines = false;
  for (const [index, statement] of statements.entries()) {
    const before = statements[index - 1];
    if (statement.isTableRow) {
      if (before?.isTableRow !== true) columns = columnsOf(statement.text);
      const row = columns && ofRow(statement.text, columns, context);
      found.push(...(row ? [row] : columns ? [] : ofText(statement, undefined, context)));
      continue;
    }
    if (lineHead.test(statement.text)) inGradedLines = true;
    const line = inGradedLines ? ofLine(statement.text, context) : undefined;
    found.push(...(line ? [line] : ofText(statement, before, context)));
  }
  return found.slice(0, maxRecommendations);
};

const squeeze = (text: string): string => text.replace(/\s+/g, ' ');

/** The recommendations whose statement is in an excerpt: hidden text must not lend its grade to shown text. */
export const shownRecommendations = (
  recommendations: readonly Recommendation[],
  excerpt: string,
): readonly Recommendation[] => {
  const shown = squeeze(excerpt);
  return recommendations.filter(({ statement }) => shown.includes(squeeze(statement)));
};
