import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { createLineIndex } from '../../line-index.ts';

/** A regular expression of the sources, with its place. */
export type FoundPattern = {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
};

type Site = { readonly file: string; readonly line: number };

/** The comment above a pattern that may take more than linear time, with the bound of its input. */
const EXCEPTION = /\b(?:short input|linear): .*\d/;
/** The number of lines above a pattern to search for such a comment. */
const REACH = 4;

const siteText = ({ file, line }: Site): string => `${file}:${line}`;

/** The pattern literals of a file, and the places where patterns are constructed. */
const readFile = (root: string, file: string) => {
  const text = readFileSync(join(root, file), 'utf8');
  const literals: FoundPattern[] = [];
  const constructed: Site[] = [];
  if (!text.includes('/')) return { literals, constructed };
  const { program } = parseSync(file, text);
  const lineAt = createLineIndex(text);
  new Visitor({
    Literal: (node) => {
      if ('regex' in node)
        literals.push({
          file,
          line: lineAt(node.start),
          source: node.regex.pattern,
          flags: node.regex.flags,
        });
    },
    NewExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        constructed.push({ file, line: lineAt(start) });
    },
  }).visit(program);
  return { literals, constructed };
};

/** Loads the files, and records every pattern that they construct while loading. */
const watchConstruction = async (
  root: string,
  files: ReadonlySet<string>,
): Promise<readonly FoundPattern[]> => {
  const made: FoundPattern[] = [];
  const Original = globalThis.RegExp;
  const inSources = /([^\s():]+):(\d+):\d+\)?$/;
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [pattern, flags]: [string | RegExp, string | undefined]) => {
      const expression = new target(pattern, flags);
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const [, path = '', line] = inSources.exec(caller) ?? [];
      const at = path.indexOf(`${root}/`);
      const file = at >= 0 ? path.slice(at + root.length + 1) : undefined;
      if (file !== undefined && !file.startsWith('node_modules'))
        made.push({ file, line: Number(line), source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
};

/**
 * Collects all patterns of the rooms: the literals, and those that are constructed while a module loads. `hidden` are the
 * places that construct patterns later, which cannot be checked.
 */
export const collectPatterns = async (root: string, rooms: readonly string[]) => {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => join(room, file)),
  );
  const read = files.map((file) => readFile(root, file));
  const constructed = read.flatMap((found) => found.constructed);
  const made = await watchConstruction(root, new Set(constructed.map(({ file }) => file)));
  const seen = new Set(made.map(siteText));
  const all = [...read.flatMap(({ literals }) => literals), ...made];
  return {
    patterns: [
      ...new Map(all.map((found) => [`${found.file} ${found.source} ${found.flags}`, found])).values(),
    ],
    hidden: constructed.map(siteText).filter((site) => !seen.has(site)),
  };
};

/** Whether a comment above the pattern states the bound of its input. */
export const isExempt = (root: string, { file, line }: Site): boolean =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .slice(Math.max(0, line - 1 - REACH), line)
    .some((text) => EXCEPTION.test(text));
