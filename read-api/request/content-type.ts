import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The media type of a request without parameters, in lower case; `undefined` if there is none. */
const mediaTypeOf = (incoming: IncomingMessage): string | undefined => {
  try {
    return new MIMEType(incoming.headers['content-type'] ?? '').essence;
  } catch {
    return undefined;
  }
};

/**
 * Refuses bodies of an unaccepted type, and compressed bodies, whose size cannot be bounded while they arrive.
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
