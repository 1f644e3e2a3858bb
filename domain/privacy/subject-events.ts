import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from './sensitive.ts';
import { fullSubjectSchema } from './subject-reference.ts';

/** The legal grounds of an erasure, the first question of a supervisory authority. */
export const erasureBases = [
  'gdpr_art_17',
  'retention_expired',
  'court_order',
  'mistaken_upload',
  'other',
] as const;
export type ErasureBasis = (typeof erasureBases)[number];

/** The places where an erasure takes effect, each counted in its natural unit: events, rows, files … */
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

/** The places that an erasure cannot reach, which its certificate therefore names. */
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
/** The reason, sealed under the key of `erasure:<id>` or `hold:<id>`, so that it survives the subject's key. */
const reason = sensitiveText(z.string().min(1).max(1000));
/** The person behind the request: the one for whom a service acts, or the actor. */
const person = z.string().min(1).max(256);

const effectSchema = z.strictObject({
  place: z.enum(erasurePlaces),
  count: z.int().min(0),
  /** `unreadable`: it remains as ciphertext that no key opens. `removed`: it was deleted there. */
  effect: z.enum(['unreadable', 'removed']),
});
export type ErasureEffect = z.output<typeof effectSchema>;

/** The effects of an erasure and the places not reached, in one form for people and machines. */
export const erasureCertificateSchema = z.strictObject({
  basis: z.enum(erasureBases),
  requestedBy: person,
  confirmedBy: person,
  /** The id of the key's tombstone in the vault; it does not reveal the subject. */
  keyId: z.string().min(1).max(128),
  effects: z.array(effectSchema).max(erasurePlaces.length),
  notReached: z.array(z.enum(unreachedPlaces)).max(unreachedPlaces.length),
});
export type ErasureCertificate = z.output<typeof erasureCertificateSchema>;

/** A person requested the erasure of a subject; nothing happens before another person confirms it. */
export const subjectErasureRequested = defineEvent(
  'SubjectErasureRequested',
  z.strictObject({ erasureId, subject, reason, basis: z.enum(erasureBases), requestedBy: person }),
);

/** Another person confirmed it: from here on the erasure cannot be stopped. */
export const subjectErasureConfirmed = defineEvent(
  'SubjectErasureConfirmed',
  z.strictObject({ erasureId, subject, confirmedBy: person }),
);

/** The request was declined, or not confirmed in time, and will not be carried out. */
export const subjectErasureDeclined = defineEvent(
  'SubjectErasureDeclined',
  z.strictObject({ erasureId, subject, cause: z.enum(['declined', 'expired']), reason: reason.optional() }),
);

/** The key is destroyed and everything within reach is purged. Remains in rows and files are ciphertext. */
export const subjectErased = defineEvent(
  'SubjectErased',
  z.strictObject({ erasureId, subject, ...erasureCertificateSchema.shape }),
);

/** A subject must not be erased for now, for instance during litigation. */
export const holdPlaced = defineEvent(
  'HoldPlaced',
  z.strictObject({
    holdId,
    subject,
    reason,
    /** The instant of its expiry; absent when it lasts until released. */
    until: z.iso.datetime({ precision: 3 }).optional(),
  }),
);

/** A hold ended: a person released it, or it expired. */
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
