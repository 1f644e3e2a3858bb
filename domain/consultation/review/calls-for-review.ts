import { modelWarnings } from '../answering/model-warnings.ts';
import type { QueryEvent } from '../query-events.ts';
import type { ReviewKind } from './review-events.ts';

/** The reasons for a review of a question. */
export const reviewCauses = ['disputed', 'detector_failed', 'blocked', 'struck'] as const;
export type ReviewCause = (typeof reviewCauses)[number];

/** The component that withholds unsafe answers. */
const SAFETY_FILTER = 'safety-filter';
/** One or two unsupported sentences are a slip of the model; three make the answer an invention. */
const STRUCK_FROM = 3;

type CallForReview = { readonly kind: ReviewKind; readonly because: ReviewCause };

/** Returns the review that an event calls for; undefined for none. */
export const callsForReview = (event: QueryEvent): CallForReview | undefined => {
  switch (event.type) {
    case 'PhiScreened':
      return event.data.kinds.includes('not_screened')
        ? { kind: 'phi', because: 'detector_failed' }
        : undefined;
    case 'PhiDetectionDisputed':
      return { kind: 'phi', because: 'disputed' };
    case 'QueryFailed':
      return event.data.component === SAFETY_FILTER ? { kind: 'safety', because: 'blocked' } : undefined;
    case 'QueryAnswered':
      if (event.data.warnings.includes(modelWarnings.blocked)) return { kind: 'safety', because: 'blocked' };
      return (event.data.sentencesStruck ?? 0) >= STRUCK_FROM
        ? { kind: 'safety', because: 'struck' }
        : undefined;
    default:
      return undefined;
  }
};
