import { describe, expect, it } from 'vitest';
import {
  mergeClinicalContext,
  statedContextSchema,
} from '../../../../domain/consultation/merge-clinical-context.ts';

const known = {
  patientAge: 54,
  patientWeight: 80,
  currentMedications: ['warfarin', 'metformin'],
  allergies: ['Penicillin'],
};

describe('the clinical context of one question', () => {
  it('overrides the context of the conversation, which fills its gaps', () => {
    expect(mergeClinicalContext(known, { patientWeight: 76, chiefComplaint: 'chest pain' })).toEqual({
      ...known,
      patientWeight: 76,
      chiefComplaint: 'chest pain',
    });
    expect(mergeClinicalContext(known, {})).toEqual(known);
    expect(mergeClinicalContext({}, { patientAge: 4 })).toEqual({ patientAge: 4 });
  });

  it('drops for this question the values that it clears', () => {
    expect(mergeClinicalContext(known, { patientAge: null, allergies: null })).toEqual({
      patientWeight: 80,
      currentMedications: ['warfarin', 'metformin'],
    });
  });

  it('lists the medications that it names, and keeps an allergy that it does not name', () => {
    const said = { currentMedications: ['apixaban'], allergies: ['latex', 'penicillin'] };
    expect(mergeClinicalContext(known, said)).toEqual({ ...known, ...said });
    expect(mergeClinicalContext(known, { allergies: ['latex'] }).allergies).toEqual(['latex', 'Penicillin']);
  });

  it('has at most the permitted number of allergies, those of the question first', () => {
    const many = Array.from({ length: 100 }, (_, at) => `drug ${at}`);
    const { allergies } = mergeClinicalContext({ allergies: many }, { allergies: ['latex'] });
    expect(allergies).toHaveLength(100);
    expect(allergies?.[0]).toBe('latex');
  });

  it('accepts null in place of a value, and no other placeholder', () => {
    expect(statedContextSchema.safeParse({ patientWeight: null }).success).toBe(true);
    expect(statedContextSchema.safeParse({ patientWeight: -1 }).success).toBe(false);
    expect(statedContextSchema.safeParse({ patientShoes: 9 }).success).toBe(false);
  });
});
