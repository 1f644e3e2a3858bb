import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { erasureBases, erasureCertificateSchema } from '../../domain/privacy/subject-events.ts';
import { erasureStates } from '../../projections/erasures/entity.ts';

const erasureFields = {
  erasureId: uuidSchema,
  subject: z.string(),
  streamId: z.string(),
  basis: z.enum(erasureBases),
  state: z.enum(erasureStates),
  requestedBy: z.string(),
  requestedAt: z.string(),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  closedAt: z
    .string()
    .nullable()
    .meta({ description: 'The time at which it was declined, expired or carried out.' }),
};

/** A request to erase a data subject, and its outcome. */
export const erasureRepresentation = z
  .object({
    ...erasureFields,
    certificate: erasureCertificateSchema
      .nullable()
      .meta({ description: 'The completed steps, and the data out of reach; present once it is done.' }),
  })
  .meta({ id: 'Erasure' });

/** Proof of an erasure, for the person who requested it. */
export const certificateRepresentation = z
  .object({
    erasureId: uuidSchema,
    subject: z.string(),
    requestedAt: z.string(),
    confirmedAt: z.string(),
    erasedAt: z.string(),
    ...erasureCertificateSchema.shape,
    text: z.string().meta({ description: 'The same as sentences.' }),
  })
  .meta({ id: 'ErasureCertificate' });

/** The state of erasing one data subject. */
export const subjectRepresentation = z
  .object({
    subject: z.string(),
    streamId: z.string(),
    state: z.enum(['kept', 'held', 'erasure_requested', 'erasure_confirmed', 'erased']).meta({
      description:
        '"held" if a hold is in force, even while an erasure is requested. "erased" without an erasure if the log was restored from an older backup.',
    }),
    holds: z
      .array(
        z.object({
          holdId: uuidSchema,
          reason: z.string(),
          until: z.string().nullable(),
          placedBy: z.string(),
          placedAt: z.string(),
          releasedAt: z.string().nullable(),
        }),
      )
      .readonly(),
    erasures: z.array(z.object({ ...erasureFields, reason: z.string() })).readonly(),
  })
  .meta({ id: 'Subject' });
