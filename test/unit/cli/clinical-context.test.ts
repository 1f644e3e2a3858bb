import { describe, expect, it } from 'vitest';
import { describeClinicalContext, readClinicalContext } from '../../../cli/consult/clinical-context.ts';

describe('a typed clinical context', () => {
  it('is read word by word, each value up to the next keyword', () => {
    expect(
      readClinicalContext(
        'age=4  weight=16.5 sex=female complaint=hives since noon, a = b allergies=penicillin, latex',
      ),
    ).toEqual({
      patientAge: 4,
      patientWeight: 16.5,
      patientSex: 'female',
      chiefComplaint: 'hives since noon, a = b',
      allergies: ['penicillin', 'latex'],
    });
  });

  it.each([
    ['age=old', 'age takes years, e.g. 4 or 0.5'],
    ['age=', 'age takes years, e.g. 4 or 0.5'],
    ['weight=-3 sex=it', 'sex takes female, male, other or unknown; weight takes kilograms, e.g. 16'],
    ['four years old', '"four years old" is not valid clinical context.'],
    ['height=100', '"height=100" is not valid clinical context.'],
    ['constructor=x', '"constructor=x" is not valid clinical context.'],
  ])('rejects "%s" with the correct form', (text, message) => {
    expect(() => readClinicalContext(text)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });

  it('is displayed in the same words', () => {
    const typed = 'age=4 allergies=penicillin, latex';
    expect(describeClinicalContext(readClinicalContext(typed))).toBe(typed);
    expect(describeClinicalContext({})).toBe('Nothing is known about the patient.');
  });
});
