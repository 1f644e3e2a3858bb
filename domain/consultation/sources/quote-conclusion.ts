import type { Evidence } from './evidence.ts';

/** Maximum characters quoted: two or three sentences. */
const LONGEST = 500;

/** Sections with the conclusion, as labelled in structured abstracts. */
const concludes =
  /^(?:authors?['’]? )?(?:conclusions?|interpretation|recommendations?|implications|summary|key points?)\b[^:]{0,60}: /i;
/** The end of a sentence; not after an initial or a number. */
const sentenceEnd = /(?<=[\p{L}\p{N})%][\p{L})%][.!?])\s+(?=\p{Lu})/u;

const shortened = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const sentences = cut.split(sentenceEnd);
  const whole = sentences.slice(0, -1).join(' ');
  return `${whole === '' ? cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST - 50)) : whole} […]`;
};

/** The last sentences of an abstract without sections, which contain its conclusion. */
const lastSentences = (text: string): string => {
  const sentences = text.split(sentenceEnd);
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentences.toReversed()) {
    length += sentence.length + 1;
    if (kept.length > 0 && length > LONGEST) break;
    kept.unshift(sentence);
  }
  const quoted = shortened(kept.join(' '));
  return kept.length < sentences.length ? `[…] ${quoted}` : quoted;
};

/**
 * Quotes the conclusion of a piece of evidence verbatim: the concluding section of its abstract, or else its last
 * sentences; for a label, which orders its sections by importance, the beginning. Its reference marks are put in
 * round brackets, because square ones belong to the answer.
 */
export const quoteConclusion = ({ kind, text }: Evidence): string => {
  const lines = text.split('\n');
  const conclusion = lines.findLast((line) => concludes.test(line));
  const quoted =
    conclusion !== undefined
      ? shortened(conclusion.replace(concludes, ''))
      : kind === 'label'
        ? shortened(text)
        : lastSentences(lines.join(' '));
  return quoted.replace(/\[([\d,;\s–-]{1,40})\]/g, '($1)');
};
