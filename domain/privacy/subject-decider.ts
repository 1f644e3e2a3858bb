import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import type { ErasureBasis, ErasureCertificate, SubjectEvent } from './subject-events.ts';

type RequestErasure = {
  readonly type: 'RequestErasure';
  readonly erasureId: string;
  readonly subject: string;
  readonly reason: string;
  readonly basis: ErasureBasis;
  readonly requestedBy: string;
};
type ConfirmErasure = {
  readonly type: 'ConfirmErasure';
  readonly erasureId: string;
  readonly confirmedBy: string;
};
type DeclineErasure = {
  readonly type: 'DeclineErasure';
  readonly erasureId: string;
  readonly reason?: string | undefined;
};
/** The request was not confirmed in time. Does nothing if it is no longer pending. */
type ExpireErasure = { readonly type: 'ExpireErasure'; readonly erasureId: string };
/** Everything within reach has been erased. */
type CompleteErasure = {
  readonly type: 'CompleteErasure';
  readonly erasureId: string;
  readonly done: Pick<ErasureCertificate, 'keyId' | 'effects' | 'notReached'>;
};
type PlaceHold = {
  readonly type: 'PlaceHold';
  readonly holdId: string;
  readonly subject: string;
  readonly reason: string;
  readonly until?: string | undefined;
};
type ReleaseHold = {
  readonly type: 'ReleaseHold';
  readonly holdId: string;
  readonly reason?: string | undefined;
};
/** The hold has expired. */
type EndHold = { readonly type: 'EndHold'; readonly holdId: string };

export type SubjectCommand =
  | RequestErasure
  | ConfirmErasure
  | DeclineErasure
  | ExpireErasure
  | CompleteErasure
  | PlaceHold
  | ReleaseHold
  | EndHold;

type Erasure = {
  readonly erasureId: string;
  readonly basis: ErasureBasis;
  readonly requestedBy: string;
  readonly status: 'requested' | 'confirmed' | 'declined' | 'erased';
  readonly confirmedBy?: string;
};

/** The state of a data subject: the holds in force, and the latest request to erase it. */
export type SubjectState = {
  readonly subject?: string;
  readonly holds: readonly string[];
  readonly erasure?: Erasure;
};

/** The subject whose key seals the reason of an erasure or hold: it outlives the key of the subject concerned. */
export const erasureReasonSubject = (erasureId: string): string => `erasure:${erasureId}`;
export const holdReasonSubject = (holdId: string): string => `hold:${holdId}`;

const underHold = ({ holds }: SubjectState) =>
  refuse(
    'rule_violated',
    `${holds.length === 1 ? 'A hold forbids' : `${holds.length} holds forbid`} erasing this data subject for now. ` +
      'Release them first, with a reason.',
    { details: { reason: 'under_hold', holds: [...holds] } },
  );

const alreadyErased = () =>
  refuse('rule_violated', 'This data subject has been erased already.', { details: { reason: 'erased' } });

const request = (command: RequestErasure, state: SubjectState): Decision<SubjectEvent> => {
  const { erasure } = state;
  if (erasure?.status === 'erased') return alreadyErased();
  if (erasure?.status === 'requested' || erasure?.status === 'confirmed') {
    return refuse(
      'rule_violated',
      `An erasure of this data subject is ${erasure.status === 'requested' ? 'waiting to be confirmed' : 'under way'}.`,
      { details: { reason: 'erasure_pending', erasureId: erasure.erasureId } },
    );
  }
  if (state.holds.length > 0) return underHold(state);
  const { type: _, ...data } = command;
  return ok([{ type: 'SubjectErasureRequested', data }]);
};

/** Returns the named request if it is still undecided. */
const openRequest = (erasureId: string, { erasure }: SubjectState): Decision<never> | Erasure => {
  if (erasure?.erasureId !== erasureId)
    return refuse('not_found', 'This data subject has no such request to be erased.');
  if (erasure.status === 'requested') return erasure;
  const became = { confirmed: 'confirmed', declined: 'declined or expired', erased: 'carried out' };
  return refuse('rule_violated', `The request has been ${became[erasure.status]} already.`, {
    details: { reason: erasure.status },
  });
};

const confirm = ({ erasureId, confirmedBy }: ConfirmErasure, state: SubjectState): Decision<SubjectEvent> => {
  const open = openRequest(erasureId, state);
  if ('ok' in open) return open;
  if (open.requestedBy === confirmedBy) {
    return refuse(
      'rule_violated',
      'The person who asked for an erasure cannot confirm it. Another person has to, with their own token.',
      { details: { reason: 'same_person' } },
    );
  }
  if (state.holds.length > 0) return underHold(state);
  if (state.subject === undefined) return refuse('not_found', 'There is no such data subject.');
  return ok([{ type: 'SubjectErasureConfirmed', data: { erasureId, subject: state.subject, confirmedBy } }]);
};

const decline = ({ erasureId, reason }: DeclineErasure, state: SubjectState): Decision<SubjectEvent> => {
  const open = openRequest(erasureId, state);
  if ('ok' in open) return open;
  const { subject = '' } = state;
  return ok([
    {
      type: 'SubjectErasureDeclined',
      data: { erasureId, subject, cause: 'declined', ...omitUndefined({ reason }) },
    },
  ]);
};

const expire = ({ erasureId }: ExpireErasure, state: SubjectState): Decision<SubjectEvent> => {
  const open = openRequest(erasureId, state);
  if ('ok' in open) return ok([]);
  const { subject = '' } = state;
  return ok([{ type: 'SubjectErasureDeclined', data: { erasureId, subject, cause: 'expired' } }]);
};

const complete = ({ erasureId, done }: CompleteErasure, state: SubjectState): Decision<SubjectEvent> => {
  const { erasure, subject } = state;
  if (erasure?.erasureId !== erasureId || subject === undefined)
    return refuse('not_found', 'This data subject has no such request to be erased.');
  if (erasure.status === 'erased') return ok([]);
  if (erasure.status !== 'confirmed' || erasure.confirmedBy === undefined)
    return refuse('rule_violated', 'An erasure is carried out only once it has been confirmed.');
  const { basis, requestedBy, confirmedBy } = erasure;
  return ok([
    { type: 'SubjectErased', data: { erasureId, subject, basis, requestedBy, confirmedBy, ...done } },
  ]);
};

const place = (command: PlaceHold, state: SubjectState): Decision<SubjectEvent> => {
  if (state.erasure?.status === 'erased') return alreadyErased();
  if (state.erasure?.status === 'confirmed') {
    return refuse(
      'rule_violated',
      'The erasure of this data subject has been confirmed and cannot be stopped any more.',
      { details: { reason: 'erasure_confirmed', erasureId: state.erasure.erasureId } },
    );
  }
  const { type: _, until, ...data } = command;
  return ok([{ type: 'HoldPlaced', data: { ...data, ...omitUndefined({ until }) } }]);
};

const release = (
  { holdId, reason }: ReleaseHold,
  { holds, subject = '' }: SubjectState,
): Decision<SubjectEvent> =>
  holds.includes(holdId)
    ? ok([
        { type: 'HoldReleased', data: { holdId, subject, cause: 'released', ...omitUndefined({ reason }) } },
      ])
    : refuse('not_found', 'No such hold is in force on this data subject.');

const end = ({ holdId }: EndHold, { holds, subject = '' }: SubjectState): Decision<SubjectEvent> =>
  holds.includes(holdId) ? ok([{ type: 'HoldReleased', data: { holdId, subject, cause: 'ended' } }]) : ok([]);

const decide = (command: SubjectCommand, state: SubjectState): Decision<SubjectEvent> => {
  switch (command.type) {
    case 'RequestErasure':
      return request(command, state);
    case 'ConfirmErasure':
      return confirm(command, state);
    case 'DeclineErasure':
      return decline(command, state);
    case 'ExpireErasure':
      return expire(command, state);
    case 'CompleteErasure':
      return complete(command, state);
    case 'PlaceHold':
      return place(command, state);
    case 'ReleaseHold':
      return release(command, state);
    case 'EndHold':
      return end(command, state);
  }
};

const withStatus = (
  state: SubjectState,
  change: Pick<Erasure, 'status'> & Partial<Pick<Erasure, 'confirmedBy'>>,
): SubjectState => (state.erasure ? { ...state, erasure: { ...state.erasure, ...change } } : state);

/**
 * One data subject: the requests to erase it, their confirmations, and the holds that forbid erasure. Holds and
 * erasures share one stream, so that a hold and a conflicting confirmation can never both succeed.
 */
export const subjectDecider: Decider<SubjectCommand, SubjectEvent, SubjectState> = {
  initialState: { holds: [] },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'SubjectErasureRequested': {
        const { subject, erasureId, basis, requestedBy } = event.data;
        return { ...state, subject, erasure: { erasureId, basis, requestedBy, status: 'requested' } };
      }
      case 'SubjectErasureConfirmed':
        return withStatus(state, { status: 'confirmed', confirmedBy: event.data.confirmedBy });
      case 'SubjectErasureDeclined':
        return withStatus(state, { status: 'declined' });
      case 'SubjectErased':
        return withStatus(state, { status: 'erased' });
      case 'HoldPlaced':
        return { ...state, subject: event.data.subject, holds: [...state.holds, event.data.holdId] };
      case 'HoldReleased':
        return { ...state, holds: state.holds.filter((holdId) => holdId !== event.data.holdId) };
    }
  },
};
