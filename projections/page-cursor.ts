import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';

/** The longest accepted cursor; ours are far shorter. */
const MAX_CURSOR_LENGTH = 1024;

const invalidCursor = (): Failure =>
  new Failure(
    failure('validation_error', 'The cursor was not issued by this list.', {
      details: { issues: [{ path: 'cursor', message: 'must be the nextCursor of an earlier page' }] },
    }),
  );

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** PostgreSQL text cannot contain this character, and a statement that compares with it fails. */
const holdsNul = (place: unknown): boolean =>
  Array.isArray(place) && place.some((part) => typeof part === 'string' && part.includes('\0'));

/** Encodes the place after which the next page starts as text that callers return unchanged. */
export const encodeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');

/**
 * The place that a cursor encodes.
 *
 * @throws Failure `validation_error` for field `cursor` when it is not one of this list's cursors
 */
export const decodeCursor = <Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> => {
  if (cursor.length > MAX_CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw invalidCursor();
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || holdsNul(parsed.data)) throw invalidCursor();
  return parsed.data;
};

const MAX_INTEGER = 2 ** 31 - 1;

/** The place in a list ordered by an `integer` column; a greater number would fail in the database. */
export const integerPlace = z.tuple([z.int().min(0).max(MAX_INTEGER)]);

/** The place in a list ordered by log position. */
export const positionPlace = z.tuple([z.int().min(0)]);

/** A cursor of a list ordered by log position. */
export const encodePositionCursor = (position: number): string => encodeCursor([position]);

/** The log position that a cursor encodes; throws like `decodeCursor`. */
export const decodePositionCursor = (cursor: string): number => decodeCursor(positionPlace, cursor)[0];
