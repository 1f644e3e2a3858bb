import { type ServiceError, status } from '@grpc/grpc-js';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { KurrentEndpoint } from './kurrent-configuration.ts';
import type { LogPlace } from './log-entry.ts';

/** Seconds until another attempt makes sense. */
const RETRY_AFTER = 1;

export const eventStoreUnavailable = (message: string, cause?: unknown): Failure =>
  new Failure(failure('unavailable', message, { component: 'event-store', retryAfter: RETRY_AFTER }), {
    cause,
  });

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error;

const metadataText = (error: ServiceError, name: string): string =>
  String(error.metadata?.get(name)[0] ?? '');

/** The address of the leader, if a server answers that it is not the leader. */
export const leaderNamedBy = (error: unknown): KurrentEndpoint | undefined => {
  if (!isServiceError(error) || metadataText(error, 'exception') !== 'not-leader') return undefined;
  const [address, port] = [
    metadataText(error, 'leader-endpoint-host'),
    Number(metadataText(error, 'leader-endpoint-port')),
  ];
  return address !== '' && Number.isInteger(port) && port > 0 && port < 65_536
    ? { address, port }
    : undefined;
};

/** The server's message for a read at a place inside a record, an unknown error of its handler. */
const namesWrongPlace = (error: ServiceError): boolean =>
  error.code === status.UNKNOWN && error.details.includes('InvalidPosition');

const wrongPlace = (cause: unknown): Failure =>
  new Failure(
    failure('internal_error', 'KurrentDB has no event at a place where one was: it has a different log.', {
      component: 'event-store',
      details: { reason: 'wrong_place' },
    }),
    { cause },
  );

/** True when a call was refused because its place in `$all` is invalid, as after a restore from an older copy. */
export const isInvalidPosition = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === 'wrong_place';

/** True when a call was refused because its stream was permanently deleted. */
export const isDeletedStream = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === 'stream_deleted';

/** True when another connection, perhaps to another node, may succeed. */
export const shouldReconnect = (error: unknown): boolean =>
  isServiceError(error) &&
  !namesWrongPlace(error) &&
  (metadataText(error, 'exception') === 'not-leader' ||
    [
      status.UNAVAILABLE,
      status.DEADLINE_EXCEEDED,
      status.CANCELLED,
      status.UNKNOWN,
      status.INTERNAL,
    ].includes(error.code));

/** True when the connection broke, so a read can be repeated immediately over another one. */
export const isBrokenConnection = (error: unknown): boolean =>
  isServiceError(error) && [status.UNAVAILABLE, status.CANCELLED].includes(error.code);

const TOO_LARGE: Readonly<Record<string, string>> = {
  'maximum-append-size-exceeded': 'maximum-append-size',
  'maximum-append-event-size-exceeded': 'maximum-append-event-size',
};

/** The Failure for an error of a call. It contains no text of the server, which quotes names and ids. */
export const failureOfCall = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!isServiceError(error)) return eventStoreUnavailable('The call to KurrentDB failed.', error);
  const exception = metadataText(error, 'exception');
  const limit = TOO_LARGE[exception];
  if (limit)
    return new Failure(
      failure(
        'payload_too_large',
        'KurrentDB accepts no append of this size. Its MaxAppendSize is smaller than this program needs.',
        { component: 'event-store', details: { limit: Number(metadataText(error, limit)) } },
      ),
    );
  // The limit of one message, which holds one event.
  if (error.code === status.RESOURCE_EXHAUSTED)
    return new Failure(
      failure('payload_too_large', 'KurrentDB accepts no event of this size.', { component: 'event-store' }),
    );
  if (exception === 'stream-deleted')
    return new Failure(
      failure(
        'internal_error',
        'The stream was deleted in KurrentDB; nothing can be appended to it any more.',
        { component: 'event-store', details: { reason: 'stream_deleted' } },
      ),
    );
  if (
    exception === 'access-denied' ||
    error.code === status.PERMISSION_DENIED ||
    error.code === status.UNAUTHENTICATED
  )
    return eventStoreUnavailable('KurrentDB refuses the credentials of EVENTSTORE_URL.');
  if (namesWrongPlace(error)) return wrongPlace(error);
  if (error.code === status.INVALID_ARGUMENT || error.code === status.UNIMPLEMENTED)
    return new Failure(
      failure('internal_error', `KurrentDB refused a call as invalid (gRPC status ${error.code}).`, {
        component: 'event-store',
      }),
    );
  if (error.code === status.DEADLINE_EXCEEDED)
    return eventStoreUnavailable('KurrentDB did not answer in time.');
  return eventStoreUnavailable('KurrentDB cannot be reached, or is not ready.');
};

/**
 * The Failure for an error of a subscription. Subscriptions differ only in the place after which they begin: one that
 * is refused as invalid was refused for its place, which the server reports only after its confirmation.
 */
export const failureOfSubscription = (error: unknown, after: LogPlace | 'start'): Failure =>
  after !== 'start' && isServiceError(error) && error.code === status.INVALID_ARGUMENT
    ? wrongPlace(error)
    : failureOfCall(error);
