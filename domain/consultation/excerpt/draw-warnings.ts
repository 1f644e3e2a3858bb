import { splitStatements } from '../../language/split-statements.ts';
import { conceptTermsAmong, type OutlinedDocument } from './judge-blocks.ts';
import { type Block, branchOf, headsOf } from './outline-document.ts';
import { introducesList, prohibits } from './statement-kinds.ts';
import { withoutOwnReferences } from './write-excerpt.ts';

const mostWarnings = 6;
/** The log keeps 500 characters of a warning. */
const longestWarning = 480;

const inOneLine = (text: string): string => withoutOwnReferences(text.replace(/\s+/g, ' ').trim());

const shortened = (text: string): string => {
  if (text.length <= longestWarning) return text;
  const begin = text.slice(0, longestWarning);
  const end = Math.max(begin.lastIndexOf('. '), begin.lastIndexOf('; '));
  return end > longestWarning / 3
    ? `${begin.slice(0, end + 1)} […]`
    : `${begin.slice(0, begin.lastIndexOf(' '))} […]`;
};

/** A way to compare two texts that differ in blanks, case and marks only. */
const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<>≤≥]+/gu, ' ')
    .trim();

/** The prohibiting statements of a block; one that introduces a list, with all of it. */
const prohibitionsIn = (blocks: readonly Block[], index: number): readonly string[] => {
  const statements = splitStatements((blocks[index]?.lines ?? []).join('\n')).map(({ text }) => text);
  return statements.flatMap((text, at) => {
    if (!prohibits(text)) return [];
    if (!introducesList(text)) return [inOneLine(text)];
    const below = branchOf(blocks, index)
      .filter((one) => one !== index)
      .flatMap((one) => blocks[one]?.lines ?? []);
    return [inOneLine([text, ...statements.slice(at + 1), ...below].join(' '))];
  });
};

/**
 * What whole documents say against the drugs that were asked for, each prohibition with the list under it; where none was,
 * against the drugs that are quoted, but for what the excerpts hold already. Beside a question about one drug, warnings
 * about others hide its own.
 *
 * @param documents with the numbers of their citations, which each warning ends with
 * @param asked index terms of the drugs of the question and of their classes
 * @param quoted index terms of the drugs of the excerpts
 * @param shown the excerpts
 */
export const drawWarnings = (
  documents: readonly { readonly n: number; readonly document: OutlinedDocument }[],
  { asked, quoted }: { readonly asked: readonly string[]; readonly quoted: readonly string[] },
  shown: readonly string[],
): readonly string[] => {
  const alreadyShown = comparable(shown.join(' '));
  const found = new Map<string, string>();
  for (const { n, document } of documents) {
    const { blocks, terms } = document;
    blocks.forEach(({ kind, lines }, index) => {
      if (kind === 'heading' || !prohibits(lines.join(' '))) return;
      const named = new Set([index, ...headsOf(blocks, index)].flatMap((at) => conceptTermsAmong(terms[at])));
      const isAsked = asked.some((drug) => named.has(drug));
      if (!isAsked && (asked.length > 0 || !quoted.some((drug) => named.has(drug)))) return;
      for (const text of prohibitionsIn(blocks, index)) {
        const key = comparable(text);
        if (found.has(key) || (!isAsked && alreadyShown.includes(key))) continue;
        found.set(key, `${shortened(text)} [${n}]`);
      }
    });
  }
  return [...found.values()].slice(0, mostWarnings);
};
