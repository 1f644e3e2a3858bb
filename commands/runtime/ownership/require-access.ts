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

/** The caller as the ownership rule sees them. */
export const accessorOf = ({ actor, roles, teams }: Pick<Caller, 'actor' | 'roles' | 'teams'>): Accessor => ({
  id: actor.id,
  ...omitUndefined({ onBehalfOf: actor.onBehalfOf }),
  roles: roles ?? [actor.role],
  teams: teams ?? [],
});

const nothing: Ownership = { creators: [], shares: [] };
const unknown: AccessVerdict = { basis: 'denied', known: false };

/** The verdict, with as few reads as possible: the time only when something expires, grants only when needed. */
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
    // When nothing expires, the time makes no difference.
    return mayAccess(accessor, facts, level, isTimed ? await sharedClock.now() : '');
  };
  const verdict = found ? await decide([]) : unknown;
  if (verdict.basis !== 'denied' || !mayBreakGlass(accessor)) return verdict;
  // Also read for targets that do not exist, so that the response time does not reveal whether they do.
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
 * A caller with oversight of other people's data, with the reason to record.
 *
 * @throws Failure `permission_denied` without the oversight role, `validation_error` when they give no reason
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
 * Allows callers that may access a target and returns the grounds, to be recorded. For everyone else the target seems
 * not to exist.
 *
 * @throws Failure `not_found`; `permission_denied` when the caller may read the target but not do more;
 *   `validation_error` when the caller reads it by oversight and gives no reason
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
