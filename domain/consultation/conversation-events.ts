import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { shareeSchema, shareLevels } from '../ownership/share.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { MAX_QUERY_LENGTH } from '../retrieval/query/normalize-query.ts';
import { clinicalContextSchema } from './clinical-context.ts';
import { voiceEvents } from './voice/voice-events.ts';

export const conversationStarted = defineEvent(
  'ConversationStarted',
  z.strictObject({
    conversationId: uuidSchema,
    title: sensitiveText(z.string().min(1).max(200)).optional(),
  }),
);

/** The clinical context was replaced. */
export const clinicalContextSet = defineEvent(
  'ClinicalContextSet',
  z.strictObject({
    conversationId: uuidSchema,
    clinicalContext: sensitive(clinicalContextSchema, {}),
  }),
);

/** A question was asked; later ones may refer to it. */
export const conversationContinued = defineEvent(
  'ConversationContinued',
  z.strictObject({
    conversationId: uuidSchema,
    queryId: uuidSchema,
    /** The question, cut to the length that is read. */
    question: sensitiveText(z.string().min(1).max(MAX_QUERY_LENGTH)),
    /** Whether PHI was found in it; a question that refers to it then contains PHI too. */
    phi: z.boolean(),
  }),
);

/**
 * The owner shared the conversation with a person or a care team, for reading or contributing; replaces their earlier
 * share.
 */
export const conversationShared = defineEvent(
  'ConversationShared',
  z.strictObject({
    conversationId: uuidSchema,
    with: shareeSchema,
    level: z.enum(shareLevels),
    /** The end of the share; absent if it holds until revoked. */
    expiresAt: z.iso.datetime({ precision: 3 }).optional(),
  }),
);

/** The owner revoked the share of a person or a care team. */
export const conversationUnshared = defineEvent(
  'ConversationUnshared',
  z.strictObject({ conversationId: uuidSchema, with: shareeSchema }),
);

export const conversationEvents = [
  conversationStarted,
  clinicalContextSet,
  conversationContinued,
  conversationShared,
  conversationUnshared,
  ...voiceEvents,
] as const;
export type ConversationEvent = EventOf<(typeof conversationEvents)[number]>;
