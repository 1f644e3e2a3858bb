import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { AccessGrounds } from '../../../domain/ownership/access-grounds.ts';
import type { AccessTarget } from '../../../domain/ownership/access-target.ts';
import { grantCovers } from '../../../domain/ownership/break-glass-target.ts';
import {
  type AccessLevel,
  type AccessVerdict,
  hasOversight,
  mayAccess,
  mayBreakGlass,
} from '../../../domain/ownership/may-access.ts';
import type { Accessor, CoveringGrant, OwnershipFacts } from '../../../domain/ownership/ownership-facts.ts';
import type { SharedClock } from '../../../ports/shared-clock.ts';
import type { Caller } from '../caller.ts';
import type { CommandServices } from '../command-definition.ts';
import { concealedNotFound } from '../concealed-not-found.ts';
import { grantsOf } from './grants-of.ts';
import { type Ownership, readOwnership } from './read-ownership.ts';

export type AccessServices = {
  readonly commandServices: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>;
  readonly sharedClock: SharedClock;
};

/** The caller as the rule of ownership sees them. */
export const accessorOf = ({ actor, roles, teams }: Pick<Caller, 'actor' | 'roles' | 'teams'>): Accessor => ({
  id: actor.id,
  ...omitUndefined({ onBehalfOf: actor.onBehalfOf }),
  roles: roles ?? [actor.role],
  teams: teams ?? [],
});

const nothing: Ownership = { creators: [], shares: [] };
const unknown: AccessVerdict = { basis: 'denied', known: false };

/** The verdict, asked for with as little as possible: the time only where something ends, grants only where needed. */
const verdictOn = async (
  accessor: Accessor,
  target: AccessTarget,
  level: AccessLevel,
  { commandServices, sharedClock }: AccessServices,
): Promise<AccessVerdict> => {
  const found = await readOwnership(target, commandServices);
  const ownership = found ?? nothing;
  const decide = async (grants: readonly CoveringGrant[]): Promise<AccessVerdict> => {
    const facts: OwnershipFacts = { ...ownership, grants };
    const isTimed = grants.length > 0 || facts.shares.some(({ expiresAt }) => expiresAt !== undefined);
    // Where nothing ends, no moment makes a difference.
    return mayAccess(accessor, facts, level, isTimed ? await sharedClock.now() : '');
  };
  const verdict = found ? await decide([]) : unknown;
  if (verdict.basis !== 'denied' || !mayBreakGlass(accessor)) return verdict;
  // Also for what does not exist: the time it takes must not reveal to a refused caller that it does.
  const grants = (await grantsOf(accessor.id, commandServices)).filter((grant) =>
    grantCovers(grant.target, { target, ...ownership }),
  );
  return found && grants.length > 0 ? decide(grants) : verdict;
};

const nameOf = (kind: AccessTarget['kind']): string => kind.replace('_', ' ');

const refused = (kind: AccessTarget['kind'], known: boolean): Failure =>
  known
    ? new Failure(
        failure(
          'permission_denied',
          `You may read this ${nameOf(kind)}, but not do this with it: it is not yours.`,
        ),
      )
    : concealedNotFound(failure('not_found', `There is no such ${nameOf(kind)}.`));

const reasonMissing = (): Failure =>
  new Failure(
    failure(
      'validation_error',
      'This belongs to someone else: give your reason for reading it in the header X-Access-Reason (3 to 200 characters).',
      { details: { issues: [{ path: 'X-Access-Reason', message: 'is missing' }] } },
    ),
  );

/**
 * A caller who reads by their office what is not theirs, with the reason that will be recorded.
 *
 * @throws Failure `permission_denied` when that is not their office, `validation_error` when they give no reason
 */
export const withOversight = (caller: Caller): Caller => {
  if (!hasOversight(accessorOf(caller)))
    throw new Failure(
      failure(
        'permission_denied',
        'This shows data that belongs to others: only the role compliance may see it.',
      ),
    );
  if (caller.reason === undefined) throw reasonMissing();
  return {
    ...caller,
    actor: { ...caller.actor, role: 'compliance' },
    access: { basis: 'oversight', reason: caller.reason },
  };
};

/**
 * Allows callers that may access what they name, and says on what grounds, for the record. To everybody else it is as if
 * there were no such thing.
 *
 * @throws Failure `not_found`; `permission_denied` to those who may read it but want more; `validation_error` to those
 *   who read by their office and do not say why
 */
export const requireAccess = async (
  caller: Caller,
  target: AccessTarget,
  level: AccessLevel,
  services: AccessServices,
): Promise<Caller> => {
  const verdict = await verdictOn(accessorOf(caller), target, level, services);
  if (verdict.basis === 'denied') throw refused(target.kind, verdict.known);
  if (verdict.basis === 'oversight') return withOversight(caller);
  const access: AccessGrounds = { ...verdict, ...omitUndefined({ reason: caller.reason }) };
  return { ...caller, access };
};
