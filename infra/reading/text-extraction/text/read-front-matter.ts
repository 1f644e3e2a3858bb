import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { FileProperties } from '../../../../domain/knowledge/file-properties.ts';
import { declaredProperties, property } from '../file-property.ts';

/** Longer than this it is text between two rules. */
const maxBlockLength = 8000;
const maxLines = 100;

const known = ['title', 'author', 'authors', 'date', 'doi', 'effective_date', 'protocol_number'];

/** Everything a text as it is written, without tags, merges or repeats by alias; what a key says last holds. */
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
    // An alias, where none is allowed.
    return undefined;
  }
};

/**
 * Values are often written without the quotes that YAML wants around them: `Heat: Illness`, `> 5 years`, `[DRAFT] Heat`.
 * Lists are indented by tabs, which it does not allow.
 */
const quoteValues = (yaml: string): string =>
  yaml
    .replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))
    .replace(/^([A-Za-z][\w-]{0,40}):[ \t]+(\S[^\n]*)$/gm, (line, key: string, value: string) =>
      recordOf(line) === undefined ? `${key}: ${JSON.stringify(value.split(' #', 1)[0])}` : line,
    );

const valuesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

/** Keys with their values; nested values are passed over. `undefined` where it is not YAML, and so no front matter. */
const fieldsOf = (yaml: string): ReadonlyMap<string, readonly string[]> | undefined => {
  const record = recordOf(yaml) ?? recordOf(quoteValues(yaml));
  if (record === undefined) return undefined;
  return new Map(
    Object.entries(record).map(([key, value]) => [key.toLowerCase().replaceAll('-', '_'), valuesOf(value)]),
  );
};

/** The YAML between two `---` at the beginning of a Markdown file, and the text without it. */
export const readFrontMatter = (
  text: string,
): { readonly text: string; readonly properties: FileProperties } => {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, maxBlockLength));
  const yaml = block?.[1] ?? '';
  const fields = yaml.split('\n').length <= maxLines ? fieldsOf(yaml) : undefined;
  // Where no line says anything about the document, it may be part of its text, and is not taken away.
  if (!block || !fields || !known.some((name) => fields.has(name))) return { text, properties: {} };
  const read = (...names: readonly string[]): readonly string[] =>
    (names.map((name) => fields.get(name) ?? []).find((values) => values.length > 0) ?? []).flatMap(
      (value) => property(value) ?? [],
    );
  return { text: text.slice(block[0].length), properties: declaredProperties('frontMatter', read) };
};
