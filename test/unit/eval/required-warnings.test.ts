import { describe, expect, it } from 'vitest';
import { missingWarnings, packed, showsSentence } from '../../eval/answers/required-warnings.ts';

const sentence = 'Withhold the drug when the pulse is < 50 or the patient is pregnant.';
const place = {
  file: 'Pulse.pdf',
  page: 2,
  at: 'step 4',
  begins: 'Withhold the drug',
  ends: 'is pregnant',
  length: packed(sentence).length,
};

describe('a required sentence', () => {
  it('is found whole, with any line breaks and marks', () => {
    expect(
      showsSentence('4. WITHHOLD the drug\nwhen the pulse is < 50 ❷ or the patient\nis pregnant', place),
    ).toBe(true);
  });

  it('is not satisfied by its beginning, by its end, or by both around other text', () => {
    expect(showsSentence('Withhold the drug when the pulse is < 50', place)).toBe(false);
    expect(showsSentence('the patient is pregnant', place)).toBe(false);
    expect(showsSentence(`Withhold the drug. ${'Reassess often. '.repeat(9)}Who is pregnant`, place)).toBe(
      false,
    );
    expect(showsSentence('Withhold the drug: she is pregnant', place)).toBe(false);
  });

  it('may be quoted or appear as a warning, and one of several suffices', () => {
    const other = { ...place, begins: 'Never give it', ends: 'in pregnancy' };
    const needs = { id: 'q-1', needs: [[place, other]] };
    const elsewhere = { fileName: 'Other.pdf', excerpt: sentence };
    const quoted = { fileName: 'Pulse.pdf', excerpt: sentence };
    expect(missingWarnings({ citations: [elsewhere], warnings: [] }, needs)).toEqual([[place, other]]);
    expect(missingWarnings({ citations: [quoted], warnings: [] }, needs)).toEqual([]);
    expect(missingWarnings({ citations: [elsewhere], warnings: [`${sentence} [1]`] }, needs)).toEqual([]);
  });
});
