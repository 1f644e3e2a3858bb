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

/** What is known about the patient was set again; it replaces what was known before. */
export const clinicalContextSet = defineEvent(
  'ClinicalContextSet',
  z.strictObject({
    conversationId: uuidSchema,
    clinicalContext: sensitive(clinicalContextSchema, {}),
  }),
);

/** A question was asked in the conversation: those after it may lean on it. */
export const conversationContinued = defineEvent(
  'ConversationContinued',
  z.strictObject({
    conversationId: uuidSchema,
    queryId: uuidSchema,
    /** As far as questions are read. */
    question: sensitiveText(z.string().min(1).max(MAX_QUERY_LENGTH)),
    /** Whether it was found to hold PHI, and so does what leans on it. */
    phi: z.boolean(),
  }),
);

/** The owner lets a person or a care team read the conversation, or contribute to it; replaces what they had before. */
export const conversationShared = defineEvent(
  'ConversationShared',
  z.strictObject({
    conversationId: uuidSchema,
    with: shareeSchema,
    level: z.enum(shareLevels),
    /** The instant from which it no longer holds; absent for until it is taken back. */
    expiresAt: z.iso.datetime({ precision: 3 }).optional(),
  }),
);

/** The owner took back what a person or a care team had been given. */
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
