import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { examinationSchema } from './rebuild-examination.ts';

const rebuild = { projection: z.string().min(1).max(64), generation: z.int().min(1) };

/** The reason of a decision, for reviewers. */
const reason = sensitiveText(z.string().min(3).max(500));

/** A new generation was compared with the live one, before it could take over. */
export const projectionRebuildExamined = defineEvent(
  'ProjectionRebuildExamined',
  z.strictObject({
    ...rebuild,
    /** The live generation, and the position up to which the new one was built. */
    live: z.int().min(1),
    builtTo: z.int().min(0),
    examination: examinationSchema,
  }),
);

/** A person lets a generation take over although it misses documents that the live one finds. */
export const projectionRebuildAccepted = defineEvent(
  'ProjectionRebuildAccepted',
  z.strictObject({ ...rebuild, reason }),
);

/** A person discards a generation that misses documents that the live one finds. */
export const projectionRebuildDiscarded = defineEvent(
  'ProjectionRebuildDiscarded',
  z.strictObject({ ...rebuild, reason }),
);

export const examinationEvents = [
  projectionRebuildExamined,
  projectionRebuildAccepted,
  projectionRebuildDiscarded,
] as const;
export type ExaminationEvent = EventOf<(typeof examinationEvents)[number]>;
