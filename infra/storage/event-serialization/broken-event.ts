import { type EventMetadata, eventMetadataSchema } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { hasOnlyUnknownMembers, newerVersionFailure } from '../../../domain/kernel/newer-version.ts';

/** A failure with facts for an operator; never the content of the event. */
export const brokenEvent = (
  message: string,
  event: { readonly id: string; readonly type: string },
  cause?: unknown,
): Failure =>
  new Failure(failure('internal_error', message, { details: { eventId: event.id, type: event.type } }), {
    cause,
  });

/** Parses event metadata. Throws if it does not match its schema. */
export const parseMetadata = (
  metadata: unknown,
  event: { readonly id: string; readonly type: string },
): EventMetadata => {
  const parsed = eventMetadataSchema.safeParse(metadata);
  if (parsed.success) return parsed.data;
  if (hasOnlyUnknownMembers(parsed.error.issues))
    throw new Failure(
      newerVersionFailure(`The metadata of a ${event.type} event`, { type: event.type, eventId: event.id }),
    );
  throw brokenEvent(`The metadata of a ${event.type} event does not match its schema.`, event);
};
