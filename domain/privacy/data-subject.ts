import { z } from 'zod';

/**
 * The patient whom a conversation concerns, as the hospital's opaque pseudonym: erasing that subject later erases
 * everything said about them. It is stored in plain text in the log and must not be a name or a record number.
 */
export const subjectSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(
    /^[A-Za-z0-9._~-]+$/,
    'must be an opaque pseudonym of letters, digits, dots, hyphens, underscores and tildes',
  );

/** The subject of statements about a person. */
export const personSubject = (person: string): string => `person:${person}`;

/** The subject of a conversation that names no person: the conversation itself can then be erased. */
export const conversationSubject = (conversationId: string, person: string | undefined): string =>
  person === undefined ? `conversation:${conversationId}` : personSubject(person);

/** The subject of a question outside any conversation. */
export const querySubject = (queryId: string, person: string | undefined): string =>
  person === undefined ? `query:${queryId}` : personSubject(person);

/** The subject of a tool call outside questions and conversations. */
export const toolCallSubject = (toolCallId: string, person: string | undefined): string =>
  person === undefined ? `tool_call:${toolCallId}` : personSubject(person);

/** The subject of a document, whose key encrypts the content of its events. */
export const documentSubject = (docKey: string): string => `document:${docKey}`;

/** The subject of searches outside conversations and queries: whom they concern is not known. */
export const searchesSubject = (actorId: string): string => `searches-of:${actorId}`;

/** The subject of admins' reasons: if one names a patient, this subject's key is destroyed. */
export const settingsSubject = 'settings:consultation';
