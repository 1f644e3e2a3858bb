import type { Revision } from '../../domain/kernel/event.ts';
import { invalidInput } from './parse-input.ts';

const strongRevision = /^"(0|[1-9]\d{0,9})"$/;
const tags = /(?:W\/)?"([^"]*)"/g;

/** A revision as an entity tag. */
export const entityTag = (revision: Revision): string => `"${revision}"`;

/**
 * The revision that `If-Match` names: one strong entity tag as a read has given it out.
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
 * Whether `If-None-Match` lacks the tag, compared weakly as RFC 9110 asks for reads. Koa's `fresh` calls everything
 * stale that comes with `Cache-Control: no-cache`, which `fetch` adds to each conditional request.
 */
export const matchesNone = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return true;
  if (header.trim() === '*') return false;
  return ![...header.matchAll(tags)].some((match) => `"${match[1]}"` === tag);
};
