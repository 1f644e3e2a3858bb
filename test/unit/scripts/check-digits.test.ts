import { describe, expect, it } from 'vitest';
import { hasLuhnDigit, hasVerhoeffDigit } from '../../../scripts/terminology/check-digits.ts';

const digits = [...'0123456789'];

/** Every number that differs from `right` in one digit. */
const oneDigitWrong = (right: string): readonly string[] =>
  [...right].flatMap((now, at) =>
    digits
      .filter((digit) => digit !== now)
      .map((digit) => `${right.slice(0, at)}${digit}${right.slice(at + 1)}`),
  );

/** Every number with two different neighbours of `right` exchanged. */
const neighboursExchanged = (right: string): readonly string[] =>
  [...right]
    .map((_, at) => `${right.slice(0, at)}${right[at + 1] ?? ''}${right[at] ?? ''}${right.slice(at + 2)}`)
    .filter((wrong) => wrong !== right);

describe('the SNOMED CT check digit', () => {
  it.each(['89666000', '138875005', '450661000124102'])('is correct in %s', (code) => {
    expect(hasVerhoeffDigit(code)).toBe(true);
  });

  it('detects every wrong digit and every exchange of neighbours', () => {
    const wrong = [...oneDigitWrong('450661000124102'), ...neighboursExchanged('450661000124102')];
    expect(wrong.filter(hasVerhoeffDigit)).toEqual([]);
  });
});

describe('the LOINC check digit', () => {
  it.each(['88674', '92791', '853549', '294637'])('is correct in %s', (code) => {
    expect(hasLuhnDigit(code)).toBe(true);
  });

  it('detects every wrong digit', () => {
    expect(oneDigitWrong('853549').filter(hasLuhnDigit)).toEqual([]);
  });
});
