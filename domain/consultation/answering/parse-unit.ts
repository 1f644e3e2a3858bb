import { doseUnitSource } from '../../clinical-text/unit-patterns.ts';
import { type CitationMark, marksIn, type StatementId, statementsIn } from './citation-marks.ts';

/** A unit of an answer: a sentence, list entry, heading or table row. */
export type AnswerUnit = {
  /** The original text, with trailing whitespace. */
  readonly written: string;
  readonly body: string;
  /** The list marker; empty for other units. */
  readonly marker: string;
  readonly isEntry: boolean;
  readonly isRow: boolean;
  readonly isHeading: boolean;
  /** Whether it introduces the next units. */
  readonly isIntroduction: boolean;
  readonly marks: readonly CitationMark[];
  /** The sources cited by the unit itself. */
  readonly own: ReadonlySet<number>;
  /** Cited numbers without evidence. */
  readonly unknown: readonly number[];
  /** The statements that it names by their ids, as marks or, alone, without brackets. */
  readonly ids: readonly StatementId[];
  /** Whether it consists of ids. */
  readonly isOfIds: boolean;
  /** The body without its citations. */
  readonly bare: string;
  /** The claim: without citations, marker and emphasis. */
  readonly claim: string;
  /** Whether it has more numbers than a person reads. */
  readonly isCrowded: boolean;
};

/**
 * More numbers than this in a sentence or row are not meant for people; each is compared with the sources separately.
 */
const mostNumbers = 100;

/** Ids without brackets: "1.2, 1.3". */
const onlyIds = /^\d{1,3}\.\d{1,3}(?:[\s,;]{1,3}\d{1,3}\.\d{1,3}|-\d{1,3}(?:\.\d{1,3})?)*\.?$/;

/** Whether a sentence has too many numbers: checking each would delay everything else. */
const isCrowded = (claim: string): boolean => (claim.match(/\d+|[¼-¾⅐-⅞]/g)?.length ?? 0) > mostNumbers;

const listMarker = new RegExp(
  String.raw`^\s*(?:>\s+(?=\D))?(?:(?:\d{1,3}[.)]|[A-Za-z][.)]|(?:[ivx]{1,5}|[IVX]{1,5})[.)]|\(\d{1,2}\)|[-*•+–])\s+)+(?!(?:${doseUnitSource})\b)`,
  'i',
);
const headingLine = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
const tableRule = /^[\s:|-]+$/;
const rule = /^(?:```\w*|-{3,}|\*{3,}|_{3,})$/;

/** Whether a line is only a separator: a table rule, a horizontal rule or a code fence. */
export const isRule = (body: string): boolean => tableRule.test(body) || rule.test(body.trim());

const claimOf = (bare: string, marker: string): string =>
  bare
    .slice(marker.length)
    .replace(/^\s*(?:>\s+(?=\p{L}|#))?#{0,6}|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?]|$)/g, '')
    .trim();

/**
 * Parses a non-blank unit of an answer.
 *
 * @param numbers the numbers of the evidence
 */
export const parseUnit = (written: string, numbers: ReadonlySet<number>): AnswerUnit => {
  const body = written.trimEnd();
  const marker = listMarker.exec(body)?.[0] ?? '';
  const isHeading = headingLine.test(body);
  const marks = marksIn(body);
  const named = marks.flatMap((mark) => mark.numbers);
  const bare = marks.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, body);
  const claim = claimOf(bare, marker);
  const areBare = onlyIds.test(claim) && statementsIn(claim).every(({ n }) => numbers.has(n));
  const ids = [...marks.flatMap(({ statements }) => statements), ...(areBare ? statementsIn(claim) : [])];
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
    ids,
    isOfIds: ids.length > 0 && (areBare || !/[\p{L}\p{N}\p{S}]/u.test(claim)),
    bare,
    claim,
    isCrowded: isCrowded(claim),
  };
};
