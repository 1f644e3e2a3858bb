import { fnv1a } from '../kernel/fnv-1a.ts';

/**
 * Eight hexadecimal digits that show whether a passage has changed since its lines were counted: a document that is
 * read again keeps the ids of its passages. Detects changes, not tampering.
 */
export const passageChecksum = (text: string): string => fnv1a(text).toString(16).padStart(8, '0');
