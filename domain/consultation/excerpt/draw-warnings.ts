import { splitStatements } from '../../language/split-statements.ts';
import type { OutlinedDocument } from './judge-blocks.ts';
import { type Block, branchOf, headsOf } from './outline-document.ts';
import { introducesList, prohibits } from './statement-kinds.ts';
import { withoutOwnReferences } from './write-excerpt.ts';

const mostWarnings = 6;
/** The log keeps 500 characters of a warning. */
const longestWarning = 480;

const conceptsIn = (terms: ReadonlySet<string> | undefined): readonly string[] =>
  [...(terms ?? [])].filter((term) => term.startsWith('#'));

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
 * What whole documents say against drugs: each prohibition with the list under it, first those about the drugs that were
 * asked for. Those about drugs that are only quoted are left out where the excerpts hold them already.
 *
 * @param documents with the numbers of their citations, which each warning ends with
 * @param asked index terms of the drugs of the question
 * @param quoted index terms of the drugs of the excerpts
 * @param shown the excerpts
 */
export const drawWarnings = (
  documents: readonly { readonly n: number; readonly document: OutlinedDocument }[],
  { asked, quoted }: { readonly asked: readonly string[]; readonly quoted: readonly string[] },
  shown: readonly string[],
): readonly string[] => {
  const alreadyShown = comparable(shown.join(' '));
  const found = new Map<string, { readonly text: string; readonly rank: number }>();
  for (const { n, document } of documents) {
    const { blocks, terms } = document;
    blocks.forEach(({ kind, lines }, index) => {
      if (kind === 'heading' || !prohibits(lines.join(' '))) return;
      const named = new Set([index, ...headsOf(blocks, index)].flatMap((at) => conceptsIn(terms[at])));
      const isAsked = asked.some((drug) => named.has(drug));
      if (!isAsked && !quoted.some((drug) => named.has(drug))) return;
      for (const text of prohibitionsIn(blocks, index)) {
        const key = comparable(text);
        if (found.has(key) || (!isAsked && alreadyShown.includes(key))) continue;
        found.set(key, { text: `${shortened(text)} [${n}]`, rank: isAsked ? 0 : 1 });
      }
    });
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostWarnings)
    .map(({ text }) => text);
};
