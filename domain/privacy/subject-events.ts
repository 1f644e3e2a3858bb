import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from './sensitive.ts';
import { fullSubjectSchema } from './subject-reference.ts';

/** On what grounds somebody is erased: what a supervisory authority asks first. */
export const erasureBases = [
  'gdpr_art_17',
  'retention_expired',
  'court_order',
  'mistaken_upload',
  'other',
] as const;
export type ErasureBasis = (typeof erasureBases)[number];

/** Where an erasure takes effect, each counted in what is natural there: events, rows, files … */
export const erasurePlaces = [
  'subject_key',
  'events',
  'read_models',
  'search_passages',
  'search_vectors',
  'embedding_cache',
  'caches',
  'idempotency_answers',
  'answer_drafts',
  'parked_events',
  'files',
  'uploads',
] as const;
export type ErasurePlace = (typeof erasurePlaces)[number];

/** What an erasure cannot reach from here, and its certificate therefore names. */
export const unreachedPlaces = [
  'backups_taken_before',
  'copies_outside',
  'exports',
  'pseudonym_in_metadata',
  'write_ahead_log_of_the_server',
  'free_blocks_of_the_disk',
  'documents_about_the_subject',
] as const;
export type UnreachedPlace = (typeof unreachedPlaces)[number];

const erasureId = uuidSchema;
const holdId = uuidSchema;
const subject = fullSubjectSchema;
/** Under its own key, `erasure:<id>` or `hold:<id>`: why must be known when the subject's key is gone. */
const reason = sensitiveText(z.string().min(1).max(1000));
/** The person behind the request: on whose behalf a service acts, or who acts. */
const person = z.string().min(1).max(256);

const effectSchema = z.strictObject({
  place: z.enum(erasurePlaces),
  count: z.int().min(0),
  /** `unreadable`: it stays as ciphertext that no key opens. `removed`: it is gone from there. */
  effect: z.enum(['unreadable', 'removed']),
});
export type ErasureEffect = z.output<typeof effectSchema>;

/** What was done, and what was not: the same for people and for machines. */
export const erasureCertificateSchema = z.strictObject({
  basis: z.enum(erasureBases),
  requestedBy: person,
  confirmedBy: person,
  /** The id under which the vault keeps the tombstone of the key; does not reveal whose it was. */
  keyId: z.string().min(1).max(128),
  effects: z.array(effectSchema).max(erasurePlaces.length),
  notReached: z.array(z.enum(unreachedPlaces)).max(unreachedPlaces.length),
});
export type ErasureCertificate = z.output<typeof erasureCertificateSchema>;

/** Somebody wants a subject to be erased; nothing happens before another person confirms it. */
export const subjectErasureRequested = defineEvent(
  'SubjectErasureRequested',
  z.strictObject({ erasureId, subject, reason, basis: z.enum(erasureBases), requestedBy: person }),
);

/** Another person agreed: from here the erasure cannot be stopped. */
export const subjectErasureConfirmed = defineEvent(
  'SubjectErasureConfirmed',
  z.strictObject({ erasureId, subject, confirmedBy: person }),
);

/** The request will not be carried out: somebody declined it, or it was not confirmed in time. */
export const subjectErasureDeclined = defineEvent(
  'SubjectErasureDeclined',
  z.strictObject({ erasureId, subject, cause: z.enum(['declined', 'expired']), reason: reason.optional() }),
);

/** The key is destroyed and everything that was reached is purged. What remains in rows and files is ciphertext. */
export const subjectErased = defineEvent(
  'SubjectErased',
  z.strictObject({ erasureId, subject, ...erasureCertificateSchema.shape }),
);

/** A subject must not be erased for now, as while a claim is being heard. */
export const holdPlaced = defineEvent(
  'HoldPlaced',
  z.strictObject({
    holdId,
    subject,
    reason,
    /** When it ends by itself; absent for until it is released. */
    until: z.iso.datetime({ precision: 3 }).optional(),
  }),
);

/** A hold has ended: somebody released it, or its time had come. */
export const holdReleased = defineEvent(
  'HoldReleased',
  z.strictObject({ holdId, subject, cause: z.enum(['released', 'ended']), reason: reason.optional() }),
);

export const subjectEvents = [
  subjectErasureRequested,
  subjectErasureConfirmed,
  subjectErasureDeclined,
  subjectErased,
  holdPlaced,
  holdReleased,
] as const;
export type SubjectEvent = EventOf<(typeof subjectEvents)[number]>;
