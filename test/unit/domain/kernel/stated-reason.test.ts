import { describe, expect, test } from 'vitest';
import { statedReason } from '../../../../domain/kernel/stated-reason.ts';

const reason = statedReason({ min: 3, max: 40 });
const isReason = (text: string): boolean => reason.safeParse(text).success;

describe('a reason', () => {
  test.each(['Night shift, Dr. Weber', 'Notfall\nSchockraum 2', 'سبب الطوارئ', '緊急対応', 'می‌خواهم ببینم'])(
    'is text that a person has written: %j',
    (text) => {
      expect(isReason(text)).toBe(true);
    },
  );

  test.each([
    '',
    'ok',
    '...',
    '- - -',
    '\u200b\u200b\u200b',
    '\u3164\u3164\u3164',
    '\u00a0\u2003\u00a0',
    'a\u200b\u200bb',
  ])('is not %j, which is no legible reason', (text) => {
    expect(isReason(text)).toBe(false);
  });

  test.each(['emergency\u0007', 'emer\u001b[2Kgency', 'emergency \u202ekcats', 'emergency\u2067'])(
    'does not control the terminal that shows it: %j',
    (text) => {
      expect(isReason(text)).toBe(false);
    },
  );

  test('may be short when little is required', () => {
    expect(statedReason({ min: 1, max: 40 }).safeParse('x').success).toBe(true);
    expect(statedReason({ min: 1, max: 40 }).safeParse('-').success).toBe(false);
  });
});
