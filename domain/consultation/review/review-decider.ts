import type { Decider, Decision } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/failure.ts';
import { ok } from '../../kernel/result.ts';
import type { QueryEvent } from '../query-events.ts';
import { callsForReview } from './calls-for-review.ts';
import type { ReviewEvent, ReviewKind } from './review-events.ts';

type DataOf<Type extends ReviewEvent['type']> = Readonly<
  Omit<Extract<ReviewEvent, { type: Type }>['data'], 'queryId'>
>;
type ReviewCommand =
  | ({ readonly type: 'DisputePhiDetection' } & DataOf<'PhiDetectionDisputed'>)
  | ({ readonly type: 'ResolveReview' } & DataOf<'ReviewResolved'>);

type ReviewState = {
  /** Undefined until the question exists. */
  readonly queryId?: string;
  readonly detected: boolean;
  readonly disputed: boolean;
  /** The open reviews. */
  readonly open: readonly ReviewKind[];
  /** The last verdict by kind. */
  readonly verdicts: Readonly<Partial<Record<ReviewKind, DataOf<'ReviewResolved'>['verdict']>>>;
};

const initialState: ReviewState = { detected: false, disputed: false, open: [], verdicts: {} };

const decide = ({ type, ...data }: ReviewCommand, state: ReviewState): Decision<ReviewEvent> => {
  const { queryId } = state;
  if (queryId === undefined) return refuse('not_found', 'There is no such query.');
  if (!('verdict' in data)) {
    if (state.disputed) return ok([]);
    return state.detected
      ? ok([{ type: 'PhiDetectionDisputed', data: { queryId, ...data } }])
      : refuse('rule_violated', 'No PHI was detected in this question.');
  }
  if (state.open.includes(data.kind)) return ok([{ type: 'ReviewResolved', data: { queryId, ...data } }]);
  const verdict = state.verdicts[data.kind];
  if (verdict === undefined) return refuse('not_found', 'There is no such review.');
  return verdict === data.verdict ? ok([]) : refuse('conflict', 'This review has already been resolved.');
};

const evolve = (state: ReviewState, event: QueryEvent): ReviewState => {
  if (event.type === 'ReviewResolved') {
    const { kind, verdict } = event.data;
    return {
      ...state,
      open: state.open.filter((one) => one !== kind),
      verdicts: { ...state.verdicts, [kind]: verdict },
    };
  }
  const call = callsForReview(event);
  const open = call === undefined || state.open.includes(call.kind) ? state.open : [...state.open, call.kind];
  switch (event.type) {
    case 'QueryAsked':
      return { ...state, queryId: event.data.queryId };
    case 'PhiScreened':
      return { ...state, open, detected: state.detected || event.data.detected };
    case 'PhiDetectionDisputed':
      return { ...state, open, disputed: true };
    default:
      return open === state.open ? state : { ...state, open };
  }
};

/**
 * Decides about the reviews of a question, on its own stream: of a PHI detection that the asker disputes, once; of a
 * failed detector; of an answer that the safety filter withheld or that lost many sentences. A verdict is accepted
 * while a review is open; a new cause reopens it.
 */
export const reviewDecider: Decider<ReviewCommand, QueryEvent, ReviewState> = {
  initialState,
  decide,
  evolve,
};
