import { z } from 'zod';
import { uuidSchema } from '../../kernel/identifiers.ts';
import { type ReviewKind, reviewKinds } from './review-events.ts';

/** Returns the id of a review, made of its kind and its query: `phi-<query id>`. */
export const reviewIdOf = (kind: ReviewKind, queryId: string): string => `${kind}-${queryId}`;

/** The key that encrypts the reason of a review if the question's own key was destroyed. */
export const reviewReasonSubject = (reviewId: string): string => `review:${reviewId}`;

export const reviewIdSchema = z
  .string()
  .max(64)
  .refine((id) => partsOf(id) !== undefined, 'must be phi-<query id> or safety-<query id>')
  .meta({ pattern: `^(${reviewKinds.join('|')})-[0-9a-f-]{36}$` });

const partsOf = (id: string): { readonly kind: ReviewKind; readonly queryId: string } | undefined => {
  const kind = reviewKinds.find((one) => id.startsWith(`${one}-`));
  const queryId = uuidSchema.safeParse(id.slice((kind?.length ?? 0) + 1));
  return kind !== undefined && queryId.success && queryId.data === id.slice(kind.length + 1)
    ? { kind, queryId: queryId.data }
    : undefined;
};

/** Splits the id of a review. `reviewId` must have passed `reviewIdSchema`. */
export const reviewedBy = (reviewId: string): { readonly kind: ReviewKind; readonly queryId: string } => {
  const parts = partsOf(reviewId);
  if (!parts) throw new Error('This is not the id of a review.');
  return parts;
};
