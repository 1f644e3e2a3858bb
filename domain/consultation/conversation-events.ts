import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { clinicalContextSchema } from './clinical-context.ts';

export const conversationStarted = defineEvent(
  'ConversationStarted',
  z.strictObject({
    conversationId: uuidSchema,
    title: sensitiveText(z.string().min(1).max(200)).optional(),
  }),
);

/** What is known about the patient was set anew; it replaces what was known before. */
export const clinicalContextSet = defineEvent(
  'ClinicalContextSet',
  z.strictObject({
    conversationId: uuidSchema,
    clinicalContext: sensitive(clinicalContextSchema, {}),
  }),
);

export const conversationEvents = [conversationStarted, clinicalContextSet] as const;
export type ConversationEvent = EventOf<(typeof conversationEvents)[number]>;
