import { parseSync, Visitor } from 'oxc-parser';
import { createLineIndex } from '../line-index.ts';

export type ForeignWord = { readonly line: number; readonly word: string; readonly instead: string };

/** Refused words of identifiers, messages and comments, with their replacements. */
const words: Readonly<Record<string, string>> = {
  nobody: '"no one", or say what is not done',
  whoever: 'the role: the caller, the user, the owner',
  anew: '"again", or a verb with "re-"',
  told: '"reported", "notified", "given" or the name of the thing',
  mend: '"fix" or "repair"',
  mends: '"fixes" or "repairs"',
  mended: '"fixed" or "repaired"',
};

/** Refused coinages in names, with the standard terms that replaced them. */
const coinages: Readonly<Record<string, string>> = {
  inhand: '"Resolved", "Round" or what it is',
  tellings: '"caches" or "transcripts"',
  movehouse: '"migrateInstallation"',
  takedown: '"append" or "record"',
  lookat: '"probe", "check" or "read"',
  asitstands: '"unchanged", "raw" or what it is',
  heldby: '"missing", "owner" or what is held',
};

/** Splits an identifier into lower-case words: `readAnew` has `read` and `anew`. */
const partsOf = (name: string): readonly string[] =>
  name
    .split(/(?=[A-Z])|[_\d]/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());

const inText = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'gi');

/**
 * Finds the refused words of a TypeScript file, in order of lines.
 *
 * @param kept whole literals that are allowed; names have no exceptions
 */
export const findForeignWords = (
  path: string,
  source: string,
  kept: ReadonlySet<string>,
): readonly ForeignWord[] => {
  const { program, comments } = parseSync(path, source);
  const found: ForeignWord[] = [];
  const lineAt = createLineIndex(source);
  const addText = (text: string, start: number): void => {
    for (const match of text.matchAll(inText)) {
      const word = match[0];
      found.push({ line: lineAt(start + match.index), word, instead: words[word.toLowerCase()] ?? '' });
    }
  };
  const addName = (name: string, start: number): void => {
    const parts = partsOf(name);
    const joined = parts.join('');
    const word = parts.find((part) => Object.hasOwn(words, part));
    const coined = Object.keys(coinages).find((one) => joined.includes(one) && parts.length > 1);
    const instead = words[word ?? ''] ?? coinages[coined ?? ''];
    if (instead !== undefined) found.push({ line: lineAt(start), word: name, instead });
  };
  new Visitor({
    Identifier: ({ name, start }) => addName(name, start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !kept.has(value)) addText(value, start);
    },
    TemplateElement: ({ value, start }) => {
      if (!kept.has(value.raw)) addText(value.raw, start);
    },
  }).visit(program);
  for (const { value, start } of comments) addText(value, start);
  return found.toSorted((one, other) => one.line - other.line);
};
