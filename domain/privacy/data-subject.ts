import { z } from 'zod';

/**
 * Whom the PHI of a conversation is about, as the hospital's own opaque pseudonym: erasing that subject later erases
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

/** The subject of what is said about a person. */
export const personSubject = (person: string): string => `person:${person}`;

/** The subject of a conversation that names no person: the conversation itself can then be erased. */
export const conversationSubject = (conversationId: string, person: string | undefined): string =>
  person === undefined ? `conversation:${conversationId}` : personSubject(person);

/** The subject of a question outside any conversation. */
export const querySubject = (queryId: string, person: string | undefined): string =>
  person === undefined ? `query:${queryId}` : personSubject(person);

/** The subject of a call of a tool outside of questions and conversations. */
export const toolCallSubject = (toolCallId: string, person: string | undefined): string =>
  person === undefined ? `tool_call:${toolCallId}` : personSubject(person);

/** The subject of a document, under whose key what its events hold of it is encrypted. */
export const documentSubject = (docKey: string): string => `document:${docKey}`;

/** The subject of searches outside of conversations and queries: whom they are about is not known. */
export const searchesSubject = (actorId: string): string => `searches-of:${actorId}`;

/** The subject of the reasons that admins give: should one name a patient, this is whose key goes. */
export const settingsSubject = 'settings:consultation';
