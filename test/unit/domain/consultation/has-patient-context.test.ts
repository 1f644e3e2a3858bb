import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clinicalContextSchema } from '../../../../domain/consultation/clinical-context.ts';
import { hasPatientContext } from '../../../../domain/consultation/has-patient-context.ts';

describe('a clinical context', () => {
  it('has no patient when empty, or when it only names the specialty of the question', () => {
    expect(hasPatientContext(undefined)).toBe(false);
    expect(hasPatientContext({})).toBe(false);
    expect(hasPatientContext({ specialty: ['cardiology'] })).toBe(false);
  });

  it.each(Object.keys(clinicalContextSchema.shape).filter((name) => name !== 'specialty'))(
    'describes a patient by their %s',
    (name) => {
      expect(hasPatientContext({ specialty: ['cardiology'], [name]: 'said' })).toBe(true);
    },
  );

  it('accepts one specialty like a list of one, and no other spelling', () => {
    expect(clinicalContextSchema.parse({ specialty: 'cardiology' })).toEqual({ specialty: ['cardiology'] });
    expect(z.toJSONSchema(clinicalContextSchema, { io: 'output' }).properties?.specialty).toMatchObject({
      type: 'array',
    });
    expect(clinicalContextSchema.safeParse({ specialty: 'Heart & lung' }).success).toBe(false);
    expect(clinicalContextSchema.safeParse({ specialty: [] }).success).toBe(false);
  });
});
