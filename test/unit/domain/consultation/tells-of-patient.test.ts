import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clinicalContextSchema } from '../../../../domain/consultation/clinical-context.ts';
import { tellsOfPatient } from '../../../../domain/consultation/tells-of-patient.ts';

describe('a clinical context', () => {
  it('tells nothing of a patient where there is none, or it only says of what field the question is', () => {
    expect(tellsOfPatient(undefined)).toBe(false);
    expect(tellsOfPatient({})).toBe(false);
    expect(tellsOfPatient({ specialty: ['cardiology'] })).toBe(false);
  });

  it.each(Object.keys(clinicalContextSchema.shape).filter((name) => name !== 'specialty'))(
    'tells of a patient by its %s',
    (name) => {
      expect(tellsOfPatient({ specialty: ['cardiology'], [name]: 'said' })).toBe(true);
    },
  );

  it('takes one specialty like a list of one, and no other spelling', () => {
    expect(clinicalContextSchema.parse({ specialty: 'cardiology' })).toEqual({ specialty: ['cardiology'] });
    expect(z.toJSONSchema(clinicalContextSchema, { io: 'output' }).properties?.specialty).toMatchObject({
      type: 'array',
    });
    expect(clinicalContextSchema.safeParse({ specialty: 'Heart & lung' }).success).toBe(false);
    expect(clinicalContextSchema.safeParse({ specialty: [] }).success).toBe(false);
  });
});
