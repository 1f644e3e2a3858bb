import { z } from 'zod';
import { streamCategories } from '../../domain/kernel/event.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import {
  erasureBases,
  erasureCertificateSchema,
  unreachedPlaces,
} from '../../domain/privacy/subject-events.ts';
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

/** What the log states about an erasure, for the person who requested it. */
export const certificateRepresentation = z
  .object({
    erasureId: uuidSchema,
    subject: z.string(),
    requestedAt: z.string(),
    confirmedAt: z.string(),
    erasedAt: z.string(),
    ...erasureCertificateSchema.shape,
    positions: z
      .array(z.int())
      .readonly()
      .meta({ description: 'The positions of the events that state it: requested, confirmed, erased.' }),
    sealed: z.object({ size: z.int(), verifierKey: z.string() }).nullable().meta({
      description:
        'The newest checkpoint, which covers these events, and the key that verifies it; null until one does.',
    }),
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

/** What an erasure would reach. */
export const erasurePlanRepresentation = z
  .object({
    subject: z.string(),
    state: z.enum(['kept', 'erased']),
    holds: z
      .array(uuidSchema)
      .readonly()
      .meta({ description: 'The holds in force, because of which it cannot be erased now.' }),
    effects: erasureCertificateSchema.shape.effects.readonly().meta({
      description: 'What the certificate of the erasure would list: events, files, rows and so on.',
    }),
    streams: z.partialRecord(z.enum(streamCategories), z.int()).meta({
      description:
        'How many streams of each category hold events about it: questions, conversations, readings.',
    }),
    notReached: z.array(z.enum(unreachedPlaces)).readonly(),
    text: z.string().meta({ description: 'The same as sentences.' }),
  })
  .meta({ id: 'ErasurePlan' });
