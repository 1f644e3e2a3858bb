import { ownerOf } from './owner-of.ts';
import type { Accessor, OwnershipFacts } from './ownership-facts.ts';
import { type Share, shareeKey } from './share.ts';

/** `own`: actions reserved for the owner, such as sharing. Each level includes the previous one. */
export type AccessLevel = 'read' | 'contribute' | 'own';

/**
 * The grounds on which access is granted, or its refusal. `known` is true when the person may at least read the thing:
 * no one else may even learn that it exists.
 */
export type AccessVerdict =
  | { readonly basis: 'own' | 'shared' | 'oversight' }
  | { readonly basis: 'break-glass'; readonly grantId: string }
  | { readonly basis: 'denied'; readonly known: boolean };

/** A service token gives access only to what that service began for the person whom it names. */
export const isService = ({ roles }: Accessor): boolean => roles.every((role) => role === 'service');

const isOwner = (accessor: Accessor, { creators }: OwnershipFacts): boolean =>
  creators.some(
    ({ owner, begunBy }) => owner === ownerOf(accessor) && (!isService(accessor) || begunBy === accessor.id),
  );

const holds = ({ expiresAt }: Pick<Share, 'expiresAt'>, now: string): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > Date.parse(now);

/** The keys by which shares can name a person. */
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

/** True when a person's role permits reading other people's data. */
export const hasOversight = ({ roles }: Pick<Accessor, 'roles'>): boolean => roles.includes('compliance');

/**
 * True when an actor may break the glass: a person who treats patients or operates the installation, never a service.
 */
export const mayBreakGlass = ({ roles, onBehalfOf }: Accessor): boolean =>
  onBehalfOf === undefined && (roles.includes('clinician') || roles.includes('admin'));

/**
 * The one rule for who may read or change a person's data, and on what grounds. Oversight and break-glass permit only
 * reading; an admin has no access to other people's data.
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
