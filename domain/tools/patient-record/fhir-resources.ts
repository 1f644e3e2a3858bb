import { z } from 'zod';

/**
 * What is read of resources of FHIR R4 (hl7.org/fhir/R4). All of it comes from a server: members that are not as the
 * specification has them are taken for absent, and all texts are bounded.
 */
const text = z.string().max(4000).optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100).default([]).catch([]);

const coding = z.object({ system: text, code: text, display: text });
const concept = z
  .object({ coding: list(coding), text })
  .optional()
  .catch(undefined);
const reference = z.object({ reference: text, display: text }).optional().catch(undefined);
const quantity = z
  .object({
    value: z.number(),
    comparator: z.enum(['<', '<=', '>=', '>']).optional().catch(undefined),
    unit: text,
    system: text,
    code: text,
  })
  .optional()
  .catch(undefined);

const id = z
  .string()
  .regex(/^[A-Za-z0-9\-.]{1,64}$/)
  .optional()
  .catch(undefined);

export const patientResource = z.object({
  resourceType: z.literal('Patient'),
  id,
  active: z.boolean().optional().catch(undefined),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional().catch(undefined),
  birthDate: text,
  deceasedBoolean: z.boolean().optional().catch(undefined),
  deceasedDateTime: text,
  link: list(z.object({ type: text })),
});

export const conditionResource = z.object({
  resourceType: z.literal('Condition'),
  id,
  clinicalStatus: concept,
  verificationStatus: concept,
  code: concept,
  subject: reference,
});

export const medicationRequestResource = z.object({
  resourceType: z.literal('MedicationRequest'),
  id,
  status: text,
  intent: text,
  doNotPerform: z.boolean().optional().catch(undefined),
  medicationCodeableConcept: concept,
  medicationReference: reference,
  subject: reference,
  dosageInstruction: list(z.object({ text })),
  contained: list(z.object({ resourceType: text, id, code: concept })),
});

export const medicationResource = z.object({ resourceType: z.literal('Medication'), id, code: concept });

export const observationResource = z.object({
  resourceType: z.literal('Observation'),
  id,
  status: text,
  code: concept,
  subject: reference,
  effectiveDateTime: text,
  issued: text,
  valueQuantity: quantity,
  valueCodeableConcept: concept,
  valueString: text,
});

export const allergyResource = z.object({
  resourceType: z.literal('AllergyIntolerance'),
  id,
  clinicalStatus: concept,
  verificationStatus: concept,
  code: concept,
  patient: reference,
});

export type Concept = NonNullable<z.output<typeof concept>>;
export type PatientResource = z.output<typeof patientResource>;
export type ObservationResource = z.output<typeof observationResource>;

/** What a server has of one patient. */
export type PatientRecord = {
  readonly patient: PatientResource;
  readonly conditions: readonly z.output<typeof conditionResource>[];
  readonly medicationRequests: readonly z.output<typeof medicationRequestResource>[];
  /** Those that requests refer to. */
  readonly medications: readonly z.output<typeof medicationResource>[];
  /** Of the laboratory, and weight and pregnancy. */
  readonly observations: readonly ObservationResource[];
  readonly allergies: readonly z.output<typeof allergyResource>[];
  /** Types of which there are more than were read. */
  readonly cut: readonly string[];
  /** Types that the server does not offer. */
  readonly notOffered: readonly string[];
};
