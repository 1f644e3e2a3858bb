import type { z } from 'zod';
import { counted } from './counted.ts';

const kinds: Readonly<Record<string, string>> = {
  number: 'must be a number',
  nan: 'must be a number',
  int: 'must be a whole number',
  string: 'must be a text',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

/** The unit that a bound counts. */
const sizeOf = (origin: string, limit: number | bigint): string => {
  if (origin === 'string') return counted(limit, 'character');
  return origin === 'array' || origin === 'set' ? counted(limit, 'entry', 'entries') : '';
};

const boundOf = (
  origin: string,
  limit: number | bigint,
  side: 'most' | 'least',
  isInclusive: boolean,
): string => {
  const size = sizeOf(origin, limit);
  if (size !== '')
    return side === 'least' && limit === 1 ? 'must not be empty' : `must have at ${side} ${size}`;
  if (isInclusive) return `must be at ${side} ${limit}`;
  return side === 'most' ? `must be below ${limit}` : `must be above ${limit}`;
};

/**
 * Describes what a value must be, for the person who wrote it, without the value, which may be PHI or a secret. For
 * `safeParse(value, { error: describeIssue })`: the schema's own message takes precedence, and zod's is the fallback.
 */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : kinds[issue.expected];
    case 'too_big':
      return boundOf(issue.origin, issue.maximum, 'most', issue.inclusive !== false);
    case 'too_small':
      return boundOf(issue.origin, issue.minimum, 'least', issue.inclusive !== false);
    case 'invalid_format':
      return issue.format === 'guid' || issue.format === 'uuid' ? 'must be an id (UUID)' : undefined;
    default:
      return undefined;
  }
};
