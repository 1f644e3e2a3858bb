import { z } from 'zod';
import type { StreamCategory, StreamId } from './event.ts';
import { streamCategories } from './event.ts';

/** A UUID in any version, lower case. Ids made by this system are UUIDv7. */
export const uuidSchema = z.guid().toLowerCase();

/**
 * The idempotency key of a document: `{source_type}-{identifier}` (semantic search, "Document Keys"). Limited to
 * characters that are safe in a URL, a file name and a stream id. It must not carry PHI; titles and file names may.
 */
export const docKeySchema = z
  .string()
  .min(1)
  .max(255)
  .regex(
    /^[a-z0-9][a-z0-9._-]*$/,
    'must consist of lower-case letters, digits, dots, underscores and hyphens, and start with a letter or digit',
  );

/** A SHA-256 digest in lower-case hex: the address of a blob. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 digest in lower-case hex');

/** The id of the stream with the history of one thing. */
export const streamIdOf = <Category extends StreamCategory>(
  category: Category,
  id: string,
): `${Category}-${string}` => `${category}-${id}`;

/** The category part of a stream id. */
export const categoryOf = (streamId: StreamId): StreamCategory => {
  const category = streamId.slice(0, streamId.indexOf('-'));
  const known = streamCategories.find((candidate) => candidate === category);
  if (!known) throw new Error('A stream id must start with a known category.');
  return known;
};

const prefixes = streamCategories.map((category) => `${category}-`);

/** Whether a value is a stream id: `<category>-<id>`, at most 300 characters. */
export const isStreamId = (value: unknown): value is StreamId =>
  typeof value === 'string' &&
  value.length <= 300 &&
  prefixes.some((prefix) => value.length > prefix.length && value.startsWith(prefix));

/** Accepts a stream id from outside. */
export const streamIdSchema = z
  .custom<StreamId>(
    isStreamId,
    `must be <category>-<id> with one of the categories ${streamCategories.join(', ')}`,
  )
  .meta({ type: 'string', maxLength: 300, pattern: `^(${streamCategories.join('|')})-.` });
