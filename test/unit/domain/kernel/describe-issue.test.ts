import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '../../../../domain/kernel/describe-issue.ts';

const saysOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message;

describe('the description of an invalid value', () => {
  it.each([
    ['a word for a number', z.coerce.number(), 'hot', 'must be a number'],
    ['text for a number', z.number(), '7', 'must be a number'],
    ['a number above its maximum', z.number().max(1), 7, 'must be at most 1'],
    ['a number below its minimum', z.int().min(50), 3, 'must be at least 50'],
    ['a number at an exclusive limit', z.number().positive(), 0, 'must be above 0'],
    ['an overlong text', z.string().max(10), 'a'.repeat(11), 'must have at most 10 characters'],
    ['a missing text', z.string().min(1), '', 'must not be empty'],
    ['an overlong list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['a word outside an enumeration', z.enum(['AMA', 'APA']), 'MLA', 'must be one of AMA, APA'],
    ['a missing member', z.object({ question: z.string() }), {}, 'is missing'],
    ['an invalid id', z.guid(), 'nonsense', 'must be an id (UUID)'],
  ])('is in words: %s', (_, schema, value, words) => {
    expect(saysOf(schema, value)).toBe(words);
  });

  it('uses the message of the schema when it has one', () => {
    expect(saysOf(z.string().min(1, 'must contain a question'), '')).toBe('must contain a question');
  });
});
