import { omitUndefined } from '../kernel/omit-undefined.ts';
import { endsInComparison, endsUnfinished } from '../language/ends-unfinished.ts';
import { dependsOnPrevious } from './depends-on-previous.ts';
import { splitSentences } from './split-sentences.ts';

/** A statement of a passage: a sentence, a step, a list entry or a table row, with the statement that introduces it. */
export type Statement = {
  readonly text: string;
  /** Index of the statement that introduces this one (it ends with a colon, or is a table's head), if any. */
  readonly under?: number;
  readonly isTableRow: boolean;
};

const startsEntry =
  /^(?:\d{1,2}[.)]\s|[A-Za-z][.)]\s|[•▪◦●○◊❖*–-]\s|[\u2460-\u2473\u2776-\u277f]|#{1,6}\s|\|)/;
const endsStatement = /[.:;!?]["')\]]?\s*[\u2460-\u2473\u2776-\u277f]*$/;
/** Words in capitals that give an order ("CONTACT BASE") always begin a statement. */
const order = /^[A-Z]{3,}\s[A-Z]{3,}/;
const tableRule = /^\|[\s:|-]+\|?$/;
/** A line this close to the longest one was probably wrapped by the page, so that the next one continues it. */
const wrappedShare = 0.85;
/** If the longest line is shorter than this, wrapping cannot be detected. */
const minWrappedLength = 60;

const continues = (before: string, line: string, longest: number): boolean => {
  if (before.startsWith('|') || line.startsWith('|')) return false;
  if (endsInComparison(before)) return true;
  if (startsEntry.test(line)) return false;
  if (endsUnfinished(before)) return true;
  if (order.test(line)) return false;
  // A list within a sentence, wrapped after one of its items.
  if (before.length >= minWrappedLength && before.endsWith(';') && /^\p{Ll}/u.test(line)) return true;
  if (endsStatement.test(before)) return false;
  if (/^[\p{Ll}(,]/u.test(line)) return true;
  return longest >= minWrappedLength && before.length >= longest * wrappedShare;
};

/** The lines of a text, with wrapped lines joined, without blank lines and table rules. */
export const unwrapLines = (text: string): readonly string[] => {
  const joined: string[][] = [];
  const given = text.split('\n').map((line) => line.trim());
  const longest = given.reduce((most, line) => Math.max(most, line.startsWith('|') ? 0 : line.length), 0);
  for (const line of given) {
    if (line === '' || tableRule.test(line)) continue;
    const last = joined.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && continues(before, line, longest)) last.push(line);
    else joined.push([line]);
  }
  return joined.map((lines) => lines.join(' '));
};

/** A shorter line is one statement: "Give 5 mg IM. May repeat once." */
const shortestDivided = 160;

/** A step number that looks like a sentence: "2." before "Give oxygen". */
const stepNumber = /^\(?\d{1,3}[.)]{1,2}$/;

/** The sentences of a line, each with those that depend on it: "Hold it if …" means nothing alone. */
const sentences = (line: string): readonly string[] => {
  if (line.startsWith('|') || line.length < shortestDivided) return [line];
  const statements: string[] = [];
  for (const { start, end } of splitSentences(line, { start: 0, end: line.length })) {
    const sentence = line.slice(start, end);
    const before = statements.at(-1);
    if (before !== undefined && (stepNumber.test(before) || dependsOnPrevious(sentence)))
      statements[statements.length - 1] = `${before} ${sentence}`;
    else statements.push(sentence);
  }
  return statements;
};

/** The most statements that a statement with a colon introduces. */
const introducesAtMost = 10;

const numberedStep = /^\d{1,2}[.)]\s/;

/** Splits a passage into statements in reading order, without blank lines and table rules. */
export const splitStatements = (text: string): readonly Statement[] => {
  const statements: Statement[] = [];
  let introduction: number | undefined;
  let introductionText = '';
  let since = 0;
  for (const line of unwrapLines(text)) {
    for (const part of sentences(line)) {
      const isTableRow = part.startsWith('|');
      // The next step of a list is not introduced by the previous one.
      if (introduction !== undefined && numberedStep.test(part) && numberedStep.test(introductionText)) {
        introduction = undefined;
      }
      const introduced = introduction !== undefined && since < introducesAtMost ? introduction : undefined;
      statements.push({ text: part, isTableRow, ...omitUndefined({ under: introduced }) });
      since += 1;
      const startsTable = isTableRow && statements.at(-2)?.isTableRow !== true;
      if (/:\s*[\u2460-\u2473\u2776-\u277f]*$/.test(part) || startsTable || /^#{1,6}\s/.test(part)) {
        introduction = statements.length - 1;
        introductionText = part;
        since = 0;
      }
    }
  }
  return statements;
};
