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
type ReviewGrant = { readonly type: 'ReviewGrant' } & DataOf<'BreakGlassReviewed'>;
type BreakGlassCommand = OpenGlass | ReviewGrant;

/** All grants that one person has ever opened, with the review of each. */
type BreakGlassState = ReadonlyMap<
  string,
  { readonly opened: DataOf<'BreakGlassOpened'>; readonly review?: DataOf<'BreakGlassReviewed'> }
>;

/** The stream of the grants of one person; `holderKey` is an id that follows from theirs. */
export const breakGlassStream = (holderKey: string) => streamIdOf('grant', holderKey);

const open = (command: OpenGlass, state: BreakGlassState): Decision<BreakGlassEvent> => {
  const { type: _, ...data } = command;
  const before = state.get(data.grantId);
  if (!before) return ok([{ type: 'BreakGlassOpened', data }]);
  return sameData(data, before.opened) ? ok([]) : refuse('conflict', 'Another grant has this id.');
};

const review = (command: ReviewGrant, state: BreakGlassState): Decision<BreakGlassEvent> => {
  const { type: _, ...data } = command;
  const grant = state.get(data.grantId);
  if (!grant) return refuse('not_found', 'There is no such break-glass grant.');
  if (!grant.review) return ok([{ type: 'BreakGlassReviewed', data }]);
  return sameData(data, grant.review)
    ? ok([])
    : refuse('rule_violated', 'This break-glass grant has been reviewed already.');
};

/** The break-glass grants of one person. The caller, which knows both people, ensures that none reviews their own. */
export const breakGlassDecider: Decider<BreakGlassCommand, BreakGlassEvent, BreakGlassState> = {
  initialState: new Map(),
  decide: (command, state) => (command.type === 'OpenGlass' ? open(command, state) : review(command, state)),
  evolve: (state, event) => {
    if (event.type === 'BreakGlassOpened')
      return new Map(state).set(event.data.grantId, { opened: event.data });
    const grant = state.get(event.data.grantId);
    return grant ? new Map(state).set(event.data.grantId, { ...grant, review: event.data }) : state;
  },
};
