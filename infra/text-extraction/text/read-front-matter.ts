import type { FileProperties } from '../../../domain/knowledge/file-properties.ts';
import { definedProperties, property } from '../file-property.ts';

/** Longer than this it is text between two rules. */
const maxBlockLength = 8000;
const maxLines = 100;

const known = ['title', 'author', 'authors', 'date', 'doi', 'effective_date', 'protocol_number'];

const unquoted = (value: string): string => {
  const text = value.trim();
  const quoted = /^"([^"]*)"\s*(?:#.*)?$/.exec(text)?.[1] ?? /^'([^']*)'\s*(?:#.*)?$/.exec(text)?.[1];
  return quoted ?? text.replace(/\s+#.*$/, '');
};

const entriesOf = (value: string): readonly string[] => {
  const inline = /^\[(.*)\]$/.exec(value.trim())?.[1];
  return (inline === undefined ? [value] : inline.split(',')).map(unquoted).filter((entry) => entry !== '');
};

/** Keys with their values; `undefined` as soon as a line is neither, for then it is not front matter. */
const fieldsOf = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined => {
  const fields = new Map<string, readonly string[]>();
  let key: string | undefined;
  for (const line of lines) {
    if (line.trim() === '' || /^\s*#/.test(line)) continue;
    const field = /^([A-Za-z][\w-]{0,40}):(?:\s+(.*)|\s*)$/.exec(line);
    const entry = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (field?.[1] !== undefined) {
      key = field[1].toLowerCase().replace(/-/g, '_');
      fields.set(key, entriesOf(field[2] ?? ''));
    } else if (entry !== undefined && key !== undefined) {
      fields.set(key, [...(fields.get(key) ?? []), ...entriesOf(entry)]);
    } else if (!/^\s+\S/.test(line) || key === undefined) return undefined;
  }
  return fields.size > 0 ? fields : undefined;
};

/**
 * The block of `key: value` lines between two `---` with which a Markdown file may begin, and the text without it.
 * Reads what metadata needs of YAML: plain and quoted values, lists on one line or on several; nested values are passed
 * over.
 */
export const readFrontMatter = (
  text: string,
): { readonly text: string; readonly properties: FileProperties } => {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, maxBlockLength));
  const lines = (block?.[1] ?? '').split('\n');
  const fields = block && lines.length <= maxLines ? fieldsOf(lines) : undefined;
  // Where no line says anything about the document, it may be part of its text, and is not taken away.
  if (!block || !fields || !known.some((name) => fields.has(name))) return { text, properties: {} };
  const all = (...names: readonly string[]): string[] =>
    (names.map((name) => fields.get(name) ?? []).find((values) => values.length > 0) ?? []).flatMap(
      (value) => property(value) ?? [],
    );
  const one = (...names: readonly string[]): string | undefined => all(...names)[0];
  return {
    text: text.slice(block[0].length),
    properties: definedProperties({
      title: one('title'),
      authors: all('authors', 'author'),
      organization: one('organization', 'organisation'),
      publisher: one('publisher'),
      published: one('published', 'publication_date', 'publication_year', 'year', 'date'),
      effective: one('effective_date', 'effective'),
      doi: one('doi'),
      pmid: one('pmid'),
      agency: one('agency'),
      stateCode: one('state_code', 'state'),
      protocolNumber: one('protocol_number', 'protocol'),
    }),
  };
};
