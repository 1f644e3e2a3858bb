import { ownerOf } from './owner-of.ts';
import type { Accessor, OwnershipFacts } from './ownership-facts.ts';
import { type Share, shareeKey } from './share.ts';

/** `own`: what only the owner may do, such as sharing it. Each level includes the one before. */
export type AccessLevel = 'read' | 'contribute' | 'own';

/**
 * On what grounds access is given, or that it is not. `known` says whether they may at least read it: everybody else
 * must not even learn that it exists.
 */
export type AccessVerdict =
  | { readonly basis: 'own' | 'shared' | 'oversight' }
  | { readonly basis: 'break-glass'; readonly grantId: string }
  | { readonly basis: 'denied'; readonly known: boolean };

/** A token of a service opens what that service itself has begun, for the person whom it names, and nothing else. */
export const isService = ({ roles }: Accessor): boolean => roles.every((role) => role === 'service');

const isOwner = (accessor: Accessor, { creators }: OwnershipFacts): boolean =>
  creators.some(
    ({ owner, begunBy }) => owner === ownerOf(accessor) && (!isService(accessor) || begunBy === accessor.id),
  );

const holds = ({ expiresAt }: Pick<Share, 'expiresAt'>, now: string): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > Date.parse(now);

/** The keys by which shares can name somebody. */
export const shareeKeysOf = (accessor: Accessor): readonly string[] =>
  isService(accessor)
    ? []
    : [shareeKey({ user: ownerOf(accessor) }), ...accessor.teams.map((team) => shareeKey({ team }))];

const sharedLevels = (
  accessor: Accessor,
  { shares }: OwnershipFacts,
  now: string,
): readonly Share['level'][] => {
  const keys = shareeKeysOf(accessor);
  return shares
    .filter((share) => holds(share, now) && keys.includes(shareeKey(share.with)))
    .map(({ level }) => level);
};

/** Whether somebody reads what is not theirs by their office. */
export const hasOversight = ({ roles }: Pick<Accessor, 'roles'>): boolean => roles.includes('compliance');

/** Whether somebody may break the glass: a person who treats or keeps the installation running, never a service. */
export const mayBreakGlass = ({ roles, onBehalfOf }: Accessor): boolean =>
  onBehalfOf === undefined && (roles.includes('clinician') || roles.includes('admin'));

/**
 * The one rule of who may read or change what belongs to a person, and on what grounds. Oversight and break-glass are
 * for reading; an admin has no access to what belongs to others.
 */
export const mayAccess = (
  accessor: Accessor,
  facts: OwnershipFacts,
  level: AccessLevel,
  now: string,
): AccessVerdict => {
  if (isOwner(accessor, facts)) return { basis: 'own' };
  const shared = sharedLevels(accessor, facts, now);
  if ((level === 'read' && shared.length > 0) || (level === 'contribute' && shared.includes('contribute')))
    return { basis: 'shared' };
  const grant = mayBreakGlass(accessor) ? facts.grants.find((covering) => holds(covering, now)) : undefined;
  const known = shared.length > 0 || hasOversight(accessor) || grant !== undefined;
  if (level !== 'read') return { basis: 'denied', known };
  if (hasOversight(accessor)) return { basis: 'oversight' };
  return grant ? { basis: 'break-glass', grantId: grant.grantId } : { basis: 'denied', known };
};
