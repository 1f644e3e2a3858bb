import type { Evidence } from './evidence.ts';

/** Characters that are quoted: what two or three sentences have. */
const LONGEST = 500;

/** Sections that say what it comes to, as structured abstracts label them. */
const concludes =
  /^(?:authors?['’]? )?(?:conclusions?|interpretation|recommendations?|implications|summary|key points?)\b[^:]{0,60}: /i;
/** Where a sentence ends: not after an initial or a number. */
const sentenceEnd = /(?<=[\p{L}\p{N})%][\p{L})%][.!?])\s+(?=\p{Lu})/u;

const shortened = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const sentences = cut.split(sentenceEnd);
  const whole = sentences.slice(0, -1).join(' ');
  return `${whole === '' ? cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST - 50)) : whole} […]`;
};

/** The last sentences of an abstract without sections: that is where it concludes. */
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
 * What a piece of evidence comes to, word for word: the section of its abstract that concludes, or else its last
 * sentences; of a label, which ranks its sections itself, the beginning. Marks of references in it are put in round
 * brackets, because numbers in square ones are those of the answer.
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
