import { fnv1a } from '../kernel/fnv-1a.ts';
import type { SourceType } from './source-type.ts';

const MAX_LENGTH = 255;

/** What tells apart names that a key cannot hold: 8 hex digits of the name, whichever way its letters are composed. */
const marker = (name: string): string =>
  fnv1a(name.normalize('NFC').toLowerCase()).toString(16).padStart(8, '0');

/**
 * The key under which a file is known when the uploader names none: `{source_type}-{identifier}` (semantic search, "Document
 * Keys"), the identifier being the file name in lower case without its extension and accents, other characters as
 * hyphens. Where letters or digits of another script are lost by that, a hash of the name follows, so that different
 * documents do not become versions of one another.
 */
export const docKeyOf = (sourceType: SourceType, fileName: string): string => {
  const base = fileName.replace(/\.[^.]+$/, '') || fileName;
  const plain = base.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const identifier = plain
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '');
  const isLossy = /[^\P{L}a-z]|[^\P{N}0-9]/u.test(plain);
  const ending = isLossy ? `-${marker(base)}` : '';
  const start = `${sourceType}-${identifier || (isLossy ? '' : 'unnamed')}`
    .slice(0, MAX_LENGTH - ending.length)
    .replace(/[-._]+$/, '');
  return `${start}${ending}`;
};
