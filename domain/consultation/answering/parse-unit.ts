import { doseUnitSource } from '../../clinical-text/unit-patterns.ts';
import { type CitationMark, marksIn } from './citation-marks.ts';
import { type ParsedStatement, parseStatement } from './parse-statement.ts';

/** A sentence, an entry of a list, a heading or a row of a table of an answer. */
export type AnswerUnit = {
  /** As it was written, with the blanks at its end. */
  readonly written: string;
  readonly body: string;
  /** The marker of an entry; empty for others. */
  readonly marker: string;
  readonly isEntry: boolean;
  readonly isRow: boolean;
  readonly isHeading: boolean;
  /** Whether it introduces what follows. */
  readonly isIntroduction: boolean;
  readonly marks: readonly CitationMark[];
  /** The sources that it cites itself. */
  readonly own: ReadonlySet<number>;
  /** Cited numbers that no evidence has. */
  readonly unknown: readonly number[];
  /** The body without its citations. */
  readonly bare: string;
  /** What it says: without citations, marker and emphasis. */
  readonly claim: string;
  /** Whether it has more numbers than anybody reads: such are not read as a statement. */
  readonly isCrowded: boolean;
  readonly statement: ParsedStatement;
};

/** Numbers of one sentence, or row, that is for people to read; each is compared with the sources by itself. */
const mostNumbers = 100;

/** Whether a sentence has more numbers than anybody reads: looking at each would hold up everybody else. */
const isCrowded = (claim: string): boolean => (claim.match(/\d+|[¼-¾⅐-⅞]/g)?.length ?? 0) > mostNumbers;

const listMarker = new RegExp(
  String.raw`^\s*(?:>\s+(?=\D))?(?:(?:\d{1,3}[.)]|[A-Za-z][.)]|(?:[ivx]{1,5}|[IVX]{1,5})[.)]|\(\d{1,2}\)|[-*•+–])\s+)+(?!(?:${doseUnitSource})\b)`,
  'i',
);
const headingLine = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
const tableRule = /^[\s:|-]+$/;
const rule = /^(?:```\w*|-{3,}|\*{3,}|_{3,})$/;

/** Whether a line only divides: the rule of a table, of a page, of a fence of code. */
export const isRule = (body: string): boolean => tableRule.test(body) || rule.test(body.trim());

const claimOf = (bare: string, marker: string): string =>
  bare
    .slice(marker.length)
    .replace(/^\s*(?:>\s+(?=\p{L}|#))?#{0,6}|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?]|$)/g, '')
    .trim();

/**
 * Reads a unit of an answer that is not blank.
 *
 * @param numbers those of the evidence
 */
export const parseUnit = (written: string, numbers: ReadonlySet<number>): AnswerUnit => {
  const body = written.trimEnd();
  const marker = listMarker.exec(body)?.[0] ?? '';
  const isHeading = headingLine.test(body);
  const marks = marksIn(body);
  const named = marks.flatMap((mark) => mark.numbers);
  const bare = marks.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, body);
  const claim = claimOf(bare, marker);
  const crowded = isCrowded(claim);
  return {
    written,
    body,
    marker,
    isEntry: marker !== '',
    isRow: /^\s*\|/.test(body),
    isHeading,
    isIntroduction: claim.endsWith(':') || isHeading,
    marks,
    own: new Set(named.filter((n) => numbers.has(n))),
    unknown: named.filter((n) => !numbers.has(n)),
    bare,
    claim,
    isCrowded: crowded,
    statement: parseStatement(crowded ? '' : claim),
  };
};
