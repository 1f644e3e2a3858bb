import { describe, expect, it } from 'vitest';
import { isDialable } from '../../../../domain/privacy/is-dialable.ts';

const countries = ['US', 'GB', 'FR', 'DE', 'AU', 'NG', 'VN'] as const;

describe('the check for diallable telephone numbers', () => {
  it.each([
    '+44 20 7946 0958',
    '+44 (0)20 7946 0958',
    '0049 30 901820',
    '+1 (213) 555-0142',
    '+234 802 123 4567',
    '+886 2 2345 6789',
  ])('recognizes %s by its calling code', (written) => {
    expect(isDialable(written, [])).toBe(true);
  });

  it.each(['+999 123 456 789', '+1 213 555', '0049'])('rejects %s', (written) => {
    expect(isDialable(written, countries)).toBe(false);
  });

  it('recognizes domestic numbers, with and without the domestic prefix', () => {
    expect(isDialable('020 7946 0958', ['GB'])).toBe(true);
    expect(isDialable('06 12 34 56 78', ['FR'])).toBe(true);
    expect(isDialable('06 12 34 56 78', ['US'])).toBe(false);
  });
});
