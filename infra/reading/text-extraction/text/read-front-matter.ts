import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { FileProperties } from '../../../../domain/knowledge/file-properties.ts';
import { declaredProperties, property } from '../file-property.ts';

/** Most characters of front matter; a longer block is text between two rules. */
const maxBlockLength = 8000;
const maxLines = 100;

const known = ['title', 'author', 'authors', 'date', 'doi', 'effective_date', 'protocol_number'];

/** Reads every value as a plain string, without tags, merges or aliases; the last of equal keys wins. */
const parseOptions = {
  schema: 'failsafe',
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Keys that name a property. Others ("Adult dose") are text, which must not be lost. */
const recordSchema = z.record(z.string().regex(/^[A-Za-z][\w-]{0,40}$/), z.unknown());

const recordOf = (yaml: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const document = parseDocument(yaml, parseOptions);
    if (document.errors.length > 0) return undefined;
    return recordSchema.safeParse(document.toJS({ maxAliasCount: 0 })).data;
  } catch {
    // Aliases are not allowed.
    return undefined;
  }
};

/**
 * Quotes the values that YAML would require quotes for (`Heat: Illness`, `> 5 years`, `[DRAFT] Heat`), and replaces
 * tabs, which it forbids for indentation.
 */
const quoteValues = (yaml: string): string =>
  yaml
    .replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))
    .replace(/^([A-Za-z][\w-]{0,40}):[ \t]+(\S[^\n]*)$/gm, (line, key: string, value: string) =>
      recordOf(line) === undefined ? `${key}: ${JSON.stringify(value.split(' #', 1)[0])}` : line,
    );

const valuesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

/**
 * Reads keys with their values and skips nested values. Returns `undefined` if the block is not YAML, and so not
 * front matter.
 */
const fieldsOf = (yaml: string): ReadonlyMap<string, readonly string[]> | undefined => {
  const record = recordOf(yaml) ?? recordOf(quoteValues(yaml));
  if (record === undefined) return undefined;
  return new Map(
    Object.entries(record).map(([key, value]) => [key.toLowerCase().replaceAll('-', '_'), valuesOf(value)]),
  );
};

/** Splits a Markdown file into the YAML between two `---` at its beginning and the remaining text. */
export const readFrontMatter = (
  text: string,
): { readonly text: string; readonly properties: FileProperties } => {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, maxBlockLength));
  const yaml = block?.[1] ?? '';
  const fields = yaml.split('\n').length <= maxLines ? fieldsOf(yaml) : undefined;
  // Without a known property, the block may be part of the text, and stays.
  if (!block || !fields || !known.some((name) => fields.has(name))) return { text, properties: {} };
  const read = (...names: readonly string[]): readonly string[] =>
    (names.map((name) => fields.get(name) ?? []).find((values) => values.length > 0) ?? []).flatMap(
      (value) => property(value) ?? [],
    );
  return { text: text.slice(block[0].length), properties: declaredProperties('frontMatter', read) };
};
