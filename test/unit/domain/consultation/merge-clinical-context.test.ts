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
  it('is what it says, and where it is silent what the conversation knows', () => {
    expect(mergeClinicalContext(known, { patientWeight: 76, chiefComplaint: 'chest pain' })).toEqual({
      ...known,
      patientWeight: 76,
      chiefComplaint: 'chest pain',
    });
    expect(mergeClinicalContext(known, {})).toEqual(known);
    expect(mergeClinicalContext({}, { patientAge: 4 })).toEqual({ patientAge: 4 });
  });

  it('forgets for this question what it takes away', () => {
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

  it('holds at most the permitted number of allergies, those of the question first', () => {
    const many = Array.from({ length: 100 }, (_, at) => `drug ${at}`);
    const { allergies } = mergeClinicalContext({ allergies: many }, { allergies: ['latex'] });
    expect(allergies).toHaveLength(100);
    expect(allergies?.[0]).toBe('latex');
  });

  it('takes null where a context takes a value, and no other value', () => {
    expect(statedContextSchema.safeParse({ patientWeight: null }).success).toBe(true);
    expect(statedContextSchema.safeParse({ patientWeight: -1 }).success).toBe(false);
    expect(statedContextSchema.safeParse({ patientShoes: 9 }).success).toBe(false);
  });
});
