import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import type { BreakGlassEvent } from './break-glass-events.ts';

type DataOf<Type extends BreakGlassEvent['type']> = Readonly<
  Extract<BreakGlassEvent, { type: Type }>['data']
>;

type OpenGlass = { readonly type: 'OpenGlass' } & DataOf<'BreakGlassOpened'>;
type ApproveGrant = { readonly type: 'ApproveGrant' } & DataOf<'BreakGlassApproved'>;
type ReviewGrant = { readonly type: 'ReviewGrant' } & DataOf<'BreakGlassReviewed'>;
type BreakGlassCommand = OpenGlass | ApproveGrant | ReviewGrant;

type Grant = {
  /** The grant as opened or requested. */
  readonly wanted: DataOf<'BreakGlassOpened'>;
  readonly approval: 'not-needed' | 'awaited' | 'given';
  readonly review?: DataOf<'BreakGlassReviewed'>;
};

type BreakGlassState = {
  /** All grants that one person has ever opened or requested, each with its review. */
  readonly grants: ReadonlyMap<string, Grant>;
  /** True when a grant was found unjustified and no later one has been approved. */
  readonly needsApproval: boolean;
};

/** The stream of one person's grants; `holderKey` is derived from the person's id. */
export const breakGlassStream = (holderKey: string) => streamIdOf('grant', holderKey);

const open = (command: OpenGlass, { grants, needsApproval }: BreakGlassState): Decision<BreakGlassEvent> => {
  const { type: _, ...data } = command;
  const before = grants.get(data.grantId);
  if (!before) return ok([{ type: needsApproval ? 'BreakGlassRequested' : 'BreakGlassOpened', data }]);
  return sameData(data, before.wanted) ? ok([]) : refuse('conflict', 'Another grant has this id.');
};

const unknownGrant = () => refuse('not_found', 'There is no such break-glass grant.');

const approve = ({ grantId }: ApproveGrant, { grants }: BreakGlassState): Decision<BreakGlassEvent> => {
  const grant = grants.get(grantId);
  if (!grant) return unknownGrant();
  if (grant.approval === 'given') return ok([]);
  if (grant.approval === 'not-needed')
    return refuse('rule_violated', 'This break-glass grant needs no approval.');
  return grant.review
    ? refuse('rule_violated', 'This request has been reviewed and can no longer be approved.')
    : ok([{ type: 'BreakGlassApproved', data: { grantId } }]);
};

const review = (command: ReviewGrant, { grants }: BreakGlassState): Decision<BreakGlassEvent> => {
  const { type: _, ...data } = command;
  const grant = grants.get(data.grantId);
  if (!grant) return unknownGrant();
  if (!grant.review) return ok([{ type: 'BreakGlassReviewed', data }]);
  return sameData(data, grant.review)
    ? ok([])
    : refuse('rule_violated', 'This break-glass grant has already been reviewed.');
};

const decide = (command: BreakGlassCommand, state: BreakGlassState): Decision<BreakGlassEvent> => {
  switch (command.type) {
    case 'OpenGlass':
      return open(command, state);
    case 'ApproveGrant':
      return approve(command, state);
    case 'ReviewGrant':
      return review(command, state);
  }
};

const withGrant = (
  state: BreakGlassState,
  grantId: string,
  change: (grant: Grant) => Grant,
): BreakGlassState => {
  const grant = state.grants.get(grantId);
  return grant ? { ...state, grants: new Map(state.grants).set(grantId, change(grant)) } : state;
};

const evolve = (state: BreakGlassState, event: BreakGlassEvent): BreakGlassState => {
  const { grants } = state;
  switch (event.type) {
    case 'BreakGlassOpened':
    case 'BreakGlassRequested': {
      const approval = event.type === 'BreakGlassOpened' ? 'not-needed' : 'awaited';
      return { ...state, grants: new Map(grants).set(event.data.grantId, { wanted: event.data, approval }) };
    }
    case 'BreakGlassApproved':
      return {
        ...withGrant(state, event.data.grantId, (grant) => ({ ...grant, approval: 'given' })),
        needsApproval: false,
      };
    case 'BreakGlassReviewed':
      return {
        ...withGrant(state, event.data.grantId, (grant) => ({ ...grant, review: event.data })),
        needsApproval: state.needsApproval || event.data.outcome === 'unjustified',
      };
  }
};

/**
 * The break-glass grants of one person. After a grant was found unjustified, the next one needs the approval of another
 * person. The caller, which knows all people, must prevent anyone from approving or reviewing their own.
 */
export const breakGlassDecider: Decider<BreakGlassCommand, BreakGlassEvent, BreakGlassState> = {
  initialState: { grants: new Map(), needsApproval: false },
  decide,
  evolve,
};
