import { z } from 'zod';

/**
 * The parts of FHIR R4 resources (hl7.org/fhir/R4) that are read. All data comes from a server: members that violate
 * the specification count as absent, and all texts are bounded.
 */
const text = z.string().max(4000).optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100).default([]).catch([]);

const coding = z.object({ system: text, code: text, display: text });
const concept = z
  .object({ coding: list(coding), text })
  .optional()
  .catch(undefined);
const identifier = z.object({ system: text, value: text }).optional().catch(undefined);
const reference = z.object({ reference: text, display: text, identifier }).optional().catch(undefined);
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
const range = z.object({ low: quantity, high: quantity }).optional().catch(undefined);
const ratio = z.object({ numerator: quantity, denominator: quantity }).optional().catch(undefined);

const id = z
  .string()
  .regex(/^[A-Za-z0-9\-.]{1,64}$/)
  .optional()
  .catch(undefined);

/** The server's name for the resource in its response: an address, or `urn:uuid:…`. Not a member of the resource. */
const fullUrl = text;

export const patientResource = z.object({
  resourceType: z.literal('Patient'),
  id,
  fullUrl,
  identifier: list(z.object({ system: text, value: text })),
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

/** Members that orders of drugs and statements about them have in common. */
const ofDrug = {
  id,
  status: text,
  medicationCodeableConcept: concept,
  medicationReference: reference,
  subject: reference,
  contained: list(z.object({ resourceType: text, id, code: concept })),
};
const dosages = list(z.object({ text }));

export const medicationRequestResource = z.object({
  resourceType: z.literal('MedicationRequest'),
  ...ofDrug,
  intent: text,
  doNotPerform: z.boolean().optional().catch(undefined),
  dosageInstruction: dosages,
});

export const medicationStatementResource = z.object({
  resourceType: z.literal('MedicationStatement'),
  ...ofDrug,
  dosage: dosages,
});

export const medicationResource = z.object({
  resourceType: z.literal('Medication'),
  id,
  fullUrl,
  code: concept,
});

/** The observed value, in any of its forms. */
const observed = {
  valueQuantity: quantity,
  valueCodeableConcept: concept,
  valueString: text,
  valueInteger: z.int().optional().catch(undefined),
  valueBoolean: z.boolean().optional().catch(undefined),
  valueRange: range,
  valueRatio: ratio,
  valueDateTime: text,
  valueTime: text,
};

export const observationResource = z.object({
  resourceType: z.literal('Observation'),
  id,
  status: text,
  code: concept,
  subject: reference,
  effectiveDateTime: text,
  effectiveInstant: text,
  effectivePeriod: z.object({ start: text, end: text }).optional().catch(undefined),
  issued: text,
  ...observed,
  /** Components that are measured together, e.g. of a differential blood count. */
  component: list(z.object({ code: concept, ...observed })),
  /** Member observations of a panel. */
  hasMember: list(z.unknown()),
});

export const allergyResource = z.object({
  resourceType: z.literal('AllergyIntolerance'),
  id,
  clinicalStatus: concept,
  verificationStatus: concept,
  code: concept,
  criticality: z.enum(['low', 'high', 'unable-to-assess']).optional().catch(undefined),
  reaction: list(
    z.object({
      substance: concept,
      manifestation: list(concept),
      severity: z.enum(['mild', 'moderate', 'severe']).optional().catch(undefined),
    }),
  ),
  patient: reference,
});

export type Concept = NonNullable<z.output<typeof concept>>;
export type Reference = NonNullable<z.output<typeof reference>>;
export type Quantity = NonNullable<z.output<typeof quantity>>;
export type PatientResource = z.output<typeof patientResource>;
export type ObservationResource = z.output<typeof observationResource>;
export type AllergyResource = z.output<typeof allergyResource>;
/** The value of an observation or of one of its components. */
export type Observed = Pick<ObservationResource, keyof typeof observed>;

/** A server's data about one patient. */
export type PatientRecord = {
  readonly patient: PatientResource;
  readonly conditions: readonly z.output<typeof conditionResource>[];
  readonly medicationRequests: readonly z.output<typeof medicationRequestResource>[];
  readonly medicationStatements: readonly z.output<typeof medicationStatementResource>[];
  /** The medications that requests and statements refer to. */
  readonly medications: readonly z.output<typeof medicationResource>[];
  /** Laboratory results, weight and pregnancy. */
  readonly observations: readonly ObservationResource[];
  readonly allergies: readonly AllergyResource[];
  /** The number of invalid entries, and of entries about an unnamed person, by type. */
  readonly unread: Readonly<Record<string, number>>;
  /** Types with more entries than were read. */
  readonly cut: readonly string[];
  /** Types that the server does not support. */
  readonly notOffered: readonly string[];
};
