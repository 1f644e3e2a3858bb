import type { SourceType } from './source-type.ts';

const MAX_LENGTH = 255;

/**
 * The key under which a file is known when the uploader names none: `{source_type}-{identifier}` (spec, "Document
 * Keys"), the identifier being the file name in lower case without its extension, other characters as hyphens.
 */
export const docKeyOf = (sourceType: SourceType, fileName: string): string => {
  const base = fileName.replace(/\.[^.]+$/, '') || fileName;
  const identifier = base
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '');
  return `${sourceType}-${identifier || 'unnamed'}`.slice(0, MAX_LENGTH).replace(/[-._]+$/, '');
};
