import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clinicalContextSchema } from '../../../../domain/consultation/clinical-context.ts';
import { hasPatientContext } from '../../../../domain/consultation/has-patient-context.ts';

describe('a clinical context', () => {
  it('tells nothing of a patient where there is none, or it only says of what field the question is', () => {
    expect(hasPatientContext(undefined)).toBe(false);
    expect(hasPatientContext({})).toBe(false);
    expect(hasPatientContext({ specialty: ['cardiology'] })).toBe(false);
  });

  it.each(Object.keys(clinicalContextSchema.shape).filter((name) => name !== 'specialty'))(
    'tells of a patient by its %s',
    (name) => {
      expect(hasPatientContext({ specialty: ['cardiology'], [name]: 'said' })).toBe(true);
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
