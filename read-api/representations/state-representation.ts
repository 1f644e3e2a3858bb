import { z } from 'zod';
import { objectKinds } from '../../projections/as-of/object-kinds.ts';

/** One thing as of a moment. */
export const objectStateRepresentation = z
  .object({
    streamId: z.string(),
    kind: z.enum(objectKinds),
    asOf: z.int().meta({ description: 'The log position up to which it was read.' }),
    recordedAt: z.string().nullable().meta({ description: 'The time of its last event until then.' }),
    state: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'Its fields as the read model showed them at that moment; for the settings, those that people had changed. Null if the events that begin it cannot be read.',
    }),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .readonly()
      .nullable()
      .meta({
        description:
          'With `since`, each field that differs from the state at that moment, by its path; null for none.',
      }),
    erased: z.boolean().meta({
      description: 'True if content has been erased: `[erased]` and empty values stand for it at all times.',
    }),
    unreadableEvents: z
      .int()
      .meta({ description: 'Events that this version cannot read; the state lacks what they say.' }),
  })
  .meta({ id: 'ObjectState' });
