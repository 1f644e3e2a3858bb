import type { Verdict } from './judge-sentence.ts';
import { neutralOpening } from './neutral-opening.ts';
import type { AnswerUnit } from './parse-unit.ts';
import { struckMark } from './struck-mark.ts';

/** A sentence with its citations each in separate brackets, without those of no evidence. */
const withMarks = ({ body, marks, own }: AnswerUnit): string =>
  marks.reduceRight((text, { start, end, numbers: named }) => {
    const known = named.filter((n) => own.has(n));
    const mark = known.map((n) => `[${n}]`).join('');
    const before = known.length === 0 ? text.slice(0, start).replace(/ $/, '') : text.slice(0, start);
    return `${before}${mark}${text.slice(end)}`;
  }, body);

const closing = new Set('"”’)*_`.!?:');

/** What ends a sentence: its point, marks that close, the bar of a cell. */
const endingOf = (text: string): string => {
  let at = text.length;
  if (text[at - 1] === '|') {
    at -= 1;
    while (at > 0 && text[at - 1] === ' ') at -= 1;
  }
  while (at > 0 && closing.has(text[at - 1] ?? '')) at -= 1;
  return text.slice(at);
};

const before = (text: string, addition: string): string => {
  const end = endingOf(text);
  const start = text.slice(0, text.length - end.length);
  return `${start.trimEnd()} ${addition}${end.trim() === '|' ? ' |' : end}`;
};

const withSources = (bare: string, sources: readonly number[]): string => {
  const plain = bare.replace(/(?<! ) +(?=[.,;:!?])/g, '').trimEnd();
  return sources.length === 0 ? plain : before(plain, sources.map((n) => `[${n}]`).join(''));
};

const withNotes = (text: string, notes: readonly string[], isRow: boolean): string => {
  if (notes.length === 0) return text;
  const note = notes.map((one) => `[${one}]`).join(' ');
  return isRow ? before(text, note) : `${text} ${note}`;
};

/** The mark in place of a unit, after what says nothing by itself. */
const showStruck = ({ written, body, marker }: AnswerUnit, blanks: string): string => {
  const kept = Math.max(neutralOpening(written), marker.length);
  const before = written.slice(0, Math.min(kept, body.length));
  return `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${struckMark}${blanks}`;
};

/** What is shown of a unit by what was found of it. */
export const showUnit = (unit: AnswerUnit, verdict: Verdict): string => {
  const { written, body, own, bare, isRow } = unit;
  const blanks = written.slice(body.length);
  if (verdict.kind === 'struck') return showStruck(unit, blanks);
  const notes = verdict.kind === 'marked' ? verdict.notes : [];
  const isSame = verdict.sources.length === own.size && verdict.sources.every((n) => own.has(n));
  const text = isSame ? withMarks(unit) : withSources(bare, verdict.sources);
  return `${withNotes(text, notes, isRow)}${blanks}`;
};
