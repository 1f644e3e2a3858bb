import type { Revision } from '../../domain/kernel/event.ts';
import { invalidInput } from './parse-input.ts';

const strongRevision = /^"(0|[1-9]\d{0,9})"$/;
const tags = /(?:W\/)?"([^"]*)"/g;

/** A revision as an entity tag. */
export const entityTag = (revision: Revision): string => `"${revision}"`;

/**
 * The revision in `If-Match`: one strong entity tag from an earlier read.
 *
 * @throws Failure `validation_error`
 */
export const parseIfMatch = (header: string | undefined): Revision | undefined => {
  if (header === undefined) return undefined;
  const revision = strongRevision.exec(header.trim())?.[1];
  if (revision !== undefined) return Number(revision);
  throw invalidInput('request', [
    { path: 'If-Match', message: 'must be one revision in quotes, as in the ETag of a read, e.g. "3"' },
  ]);
};

/**
 * Whether `If-None-Match` lacks the tag, by the weak comparison that RFC 9110 requires for reads. Koa's `fresh`
 * treats every request with `Cache-Control: no-cache` as stale, which `fetch` adds to each conditional request.
 */
export const matchesNone = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return true;
  if (header.trim() === '*') return false;
  return ![...header.matchAll(tags)].some((match) => `"${match[1]}"` === tag);
};
