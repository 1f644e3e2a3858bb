import { describe, expect, it } from 'vitest';
import {
  contextOf,
  emptyContext,
  formOf,
  mistakeIn,
} from '../../../../../console/src/pages/ask/context-form.ts';

describe('the form of the clinical context', () => {
  it('sends only what was filled in', () => {
    expect(contextOf(emptyContext)).toBeUndefined();
    expect(contextOf({ ...emptyContext, weight: ' 16,5 ', allergies: 'latex; , penicillin' })).toEqual({
      patientWeight: 16.5,
      allergies: ['latex', 'penicillin'],
    });
  });

  it('shows what a conversation knows', () => {
    const context = { patientAge: 4, patientSex: 'female', currentMedications: ['a', 'b'] } as const;
    const form = formOf(context);
    expect(form).toMatchObject({ age: '4', sex: 'female', weight: '', medications: 'a, b' });
    expect(contextOf(form)).toEqual(context);
  });

  it('refuses what is no number, or that of no patient', () => {
    expect(mistakeIn('age', '')).toBeUndefined();
    expect(mistakeIn('age', '0.5')).toBeUndefined();
    expect(mistakeIn('age', '200')).toContain('130');
    expect(mistakeIn('weight', 'heavy')).toContain('700');
  });
});
