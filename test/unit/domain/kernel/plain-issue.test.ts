import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainIssue } from '../../../../domain/kernel/plain-issue.ts';

const saysOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: plainIssue }).error?.issues[0]?.message;

describe('what is wrong with a value', () => {
  it.each([
    ['a word for a number', z.coerce.number(), 'hot', 'must be a number'],
    ['text for a number', z.number(), '7', 'must be a number'],
    ['a number beyond its bound', z.number().max(1), 7, 'must be at most 1'],
    ['one below', z.int().min(50), 3, 'must be at least 50'],
    ['one at an open bound', z.number().positive(), 0, 'must be above 0'],
    ['a text too long', z.string().max(10), 'a'.repeat(11), 'must have at most 10 characters'],
    ['no text', z.string().min(1), '', 'must not be empty'],
    ['a list too long', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['a word that is none of those', z.enum(['AMA', 'APA']), 'MLA', 'must be one of AMA, APA'],
    ['what is not there', z.object({ question: z.string() }), {}, 'is missing'],
    ['no id', z.guid(), 'nonsense', 'must be an id (UUID)'],
  ])('is said in words: %s', (_, schema, value, words) => {
    expect(saysOf(schema, value)).toBe(words);
  });

  it("is said in the schema's own words where it has some", () => {
    expect(saysOf(z.string().min(1, 'must contain a question'), '')).toBe('must contain a question');
  });
});
