import { fnv1a } from '../kernel/fnv-1a.ts';
import type { SourceType } from './source-type.ts';

const MAX_LENGTH = 255;

/** A file name without its extension, in composed form (NFC). */
export const documentNameOf = (fileName: string): string =>
  (fileName.replace(/\.[^.]+$/, '') || fileName).normalize('NFC').trim();

/** Distinguishes names that a key cannot express: 8 hex digits of the name's hash. */
const marker = (name: string): string => fnv1a(name.toLowerCase()).toString(16).padStart(8, '0');

const identifierOf = (plain: string): string =>
  plain
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-._]+|(?<![-._])[-._]+$/g, '');

const plainOf = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const keyOf = (start: string, ending: string): string =>
  `${start.slice(0, MAX_LENGTH - ending.length).replace(/(?<![-._])[-._]+$/, '')}${ending}`;

/**
 * The key of a file when the uploader gives none: `{source_type}-{identifier}` (semantic search, "Document Keys"),
 * where the identifier is the file name in lower case without its extension, with hyphens for spaces. A hash of the
 * name follows where more is lost (signs such as `≤`, accents, letters of other scripts, excess length). Names that
 * differ only in case, spaces and hyphens share a key: only the log shows whether it is another document's, in which
 * case use `alternativeKeyOf`.
 */
export const docKeyOf = (sourceType: SourceType, fileName: string): string => {
  const name = documentNameOf(fileName);
  const identifier = identifierOf(plainOf(name));
  const start = `${sourceType}-${identifier}`;
  const isLossy =
    identifier === '' || start.length > MAX_LENGTH || /[^a-z0-9._\s-]/u.test(name.toLowerCase());
  return keyOf(start, isLossy ? `-${marker(name)}` : '');
};

/** The key as derived before every loss added a hash. Documents ingested then keep it. */
export const formerDocKeyOf = (sourceType: SourceType, fileName: string): string => {
  const name = documentNameOf(fileName);
  const plain = plainOf(name);
  const isLossy = /[^\P{L}a-z]|[^\P{N}0-9]/u.test(plain);
  const identifier = identifierOf(plain) || (isLossy ? '' : 'unnamed');
  return keyOf(`${sourceType}-${identifier}`, isLossy ? `-${marker(name)}` : '');
};

/** The key for a name whose own key belongs to a document of another name. `digest`: hex digits of this name. */
export const alternativeKeyOf = (docKey: string, digest: string): string => keyOf(docKey, `-${digest}`);
