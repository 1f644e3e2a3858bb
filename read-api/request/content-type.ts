import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The media type of a request without its parameters, in lower case; empty when there is none. */
export const mediaTypeOf = (incoming: IncomingMessage): string =>
  (incoming.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Refuses a body of another type than the ones accepted, and compressed bodies: their size could not be bounded
 * while they arrive.
 *
 * @throws Failure `unsupported_media_type`
 */
export const requireMediaType = (incoming: IncomingMessage, accepted: string): void => {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Failure(
      failure('unsupported_media_type', 'Compressed request bodies are not accepted. Send it uncompressed.'),
    );
  if (mediaTypeOf(incoming) !== accepted)
    throw new Failure(
      failure('unsupported_media_type', `The body must be sent as ${accepted}.`, { details: { accepted } }),
    );
};
