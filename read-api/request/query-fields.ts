import { z } from 'zod';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';

/** A whole number in a URL. Plain digits only: no sign, no exponent, no spaces. */
export const integerText = (minimum: number, maximum: number, description: string) =>
  z
    .string()
    .regex(wholeNumberText, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ description, integerBounds: { minimum, maximum } });

/**
 * An instant or a day in a URL, as ISO 8601 in UTC or with an offset. `whole-day.ts` defines the meaning of a day.
 */
export const instantText = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** More events than any log will hold, in fifteen digits, which a number represents exactly. */
export const MAX_POSITION = 999_999_999_999_999;

/** The parameters of every read. */
export const readFields = {
  after: integerText(
    0,
    MAX_POSITION,
    'Wait until the read model has reached this log position. Same as X-After-Position.',
  ).optional(),
};

/** The parameters of every list. */
export const pageFields = (maximum: number, standard: number) => ({
  ...readFields,
  limit: integerText(1, maximum, `Items on the page; ${standard} when absent.`).optional(),
  cursor: z.string().min(1).max(1024).meta({ description: '`nextCursor` of the previous page.' }).optional(),
});

/** A position in a URL or a header. */
export const positionText = (description: string) => integerText(0, MAX_POSITION, description);

/** The version of a document in a URL. Versions are stored as 32-bit integers. */
export const versionText = integerText(1, 2 ** 31 - 1, 'The version, counted from 1.');
