import { type TextSpan, trimSpan } from './text-span.ts';

/** Abbreviations whose full stop does not end a sentence, in lower case, without the stop. */
const abbreviations: ReadonlySet<string> = new Set(
  (
    'dr mr mrs ms prof st jr sr approx ca vs fig figs ref refs no nos vol vols ed eds pp pg ch sec tab eq ' +
    'e.g eg i.e ie etc al resp cf viz incl excl min max avg temp hr hrs wk wks mo mos yr yrs ' +
    'q.d qd q.i.d qid b.i.d bid t.i.d tid q.h.s qhs h.s q.o.d a.c p.c p.o po p.r pr p.r.n prn i.m i.v i.o s.c s.l sc sq ' +
    'a.m p.m u.s d.o m.d r.n ph.d wt ht pt pts dx tx rx hx sx fx inj tabs caps susp sol gtt gtts lb lbs oz ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec inc ltd co corp dept div est'
  ).split(' '),
);

/** The longest word checked before a full stop; keeps the scan linear. */
const maxAbbreviationLength = 24;

/**
 * True when the full stop at `stop` belongs to an abbreviation, an initial or dotted letters: "approx.", "J.",
 * "p.r.n.".
 *
 * @param from the beginning of the sentence
 */
export const endsWithAbbreviation = (text: string, stop: number, from: number): boolean => {
  const before = text.slice(Math.max(from, stop - maxAbbreviationLength), stop);
  const word = /(?<![\p{L}\p{N}.])[\p{L}\p{N}.]+$/u.exec(before)?.[0]?.toLowerCase() ?? '';
  if (abbreviations.has(word)) return true;
  if (/^\p{L}$/u.test(word) && word !== 'i') return true;
  return /^(?:\p{L}\.)+\p{L}$/u.test(word);
};

/** The possible beginnings of a sentence after a full stop and white space. */
const opensSentence = /["'“‘([*_•●▪❶-❿]|\p{Lu}|\p{N}/u;
/** The look-behind tries a run of dots only once, which keeps the scan linear. */
const sentenceEnd = /(?<![.!?])[.!?]+["'”’)\]*_]*\s+/g;

/**
 * Splits a span into sentences. A full stop in a number (`0.3 mg`) or after a medical abbreviation (`q.i.d.`, `e.g.`,
 * `Dr.`, `Fig.`, `approx.`) does not end a sentence, unless a paragraph ends there. The spans are in order and cover
 * everything except white space.
 */
export const splitSentences = (text: string, span: TextSpan): readonly TextSpan[] => {
  const sentences: TextSpan[] = [];
  const part = text.slice(span.start, span.end);
  let from = 0;
  const close = (end: number): void => {
    const sentence = trimSpan(text, { start: span.start + from, end: span.start + end });
    if (sentence.end > sentence.start) sentences.push(sentence);
    from = end;
  };
  for (const match of part.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (end >= part.length) break;
    const endsParagraph = /\n\s*\n/.test(match[0]);
    const opens = opensSentence.test(part.charAt(end));
    const isAbbreviation = match[0].startsWith('.') && endsWithAbbreviation(part, match.index, from);
    if (endsParagraph || (opens && !isAbbreviation)) close(end);
  }
  close(part.length);
  return sentences;
};
