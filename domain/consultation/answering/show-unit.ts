import type { AnswerUnit } from './parse-unit.ts';

/** Formats a sentence with each citation in separate brackets, without those that have no evidence. */
export const withMarks = ({ body, marks, own }: AnswerUnit): string =>
  marks.reduceRight((text, { start, end, numbers: named }) => {
    const known = named.filter((n) => own.has(n));
    const mark = known.map((n) => `[${n}]`).join('');
    const before = known.length === 0 ? text.slice(0, start).replace(/ $/, '') : text.slice(0, start);
    return `${before}${mark}${text.slice(end)}`;
  }, body);

const closing = new Set('"”’)*_`.!?:;');

/** The ending of a sentence: its period, closing marks, the bar of a cell. */
const endingOf = (text: string): string => {
  let at = text.length;
  if (text[at - 1] === '|') {
    at -= 1;
    while (at > 0 && text[at - 1] === ' ') at -= 1;
  }
  while (at > 0 && closing.has(text[at - 1] ?? '')) at -= 1;
  return text.slice(at);
};

/** Inserts citations before the ending of a sentence. */
export const withSources = (bare: string, sources: readonly number[]): string => {
  const plain = bare.replace(/(?<! ) +(?=[.,;:!?])/g, '').trimEnd();
  if (sources.length === 0) return plain;
  const end = endingOf(plain);
  const start = plain.slice(0, plain.length - end.length).trimEnd();
  // A closing bracket belongs to the text that it closes.
  const closed = /^\)+/.exec(end)?.[0] ?? '';
  const rest = end.slice(closed.length);
  return `${start}${closed} ${sources.map((n) => `[${n}]`).join('')}${rest.trim() === '|' ? ' |' : rest}`;
};
