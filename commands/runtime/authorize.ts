import { type Actor, isAllowed, type Permission, permissions } from '../../domain/kernel/actor.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Principal } from '../../ports/authenticator.ts';

const denied = (permission: Permission): Failure =>
  new Failure(
    failure('permission_denied', `This needs the permission ${permission}, which your roles do not have.`, {
      details: { permission },
    }),
  );

/** The refusal of the bootstrap token, with the exact command to run instead. */
const onlyForTokens = (permission: Permission): Failure =>
  new Failure(
    failure(
      'permission_denied',
      'This token can only create other tokens. Create one to work with: npx anamnesis tokens create <name> --roles clinician',
      { details: { permission } },
    ),
  );

/**
 * The principal in a role that has the permission; the log records that role.
 *
 * @throws Failure `permission_denied`
 */
export const actorFor = ({ id, roles, only, onBehalfOf }: Principal, permission: Permission): Actor => {
  if (only !== undefined && !only.includes(permission)) throw onlyForTokens(permission);
  const role = roles.find((held) => isAllowed([held], permission));
  if (role === undefined) throw denied(permission);
  return { id, role, ...omitUndefined({ onBehalfOf }) };
};

/** Everything that the principal is permitted to do; ownership decides beyond that. */
export const permissionsOf = ({ roles, only }: Pick<Principal, 'roles' | 'only'>): readonly Permission[] =>
  permissions.filter(
    (permission) => isAllowed(roles, permission) && (only === undefined || only.includes(permission)),
  );

/**
 * Throws unless the caller has a role with the permission.
 *
 * @throws Failure `permission_denied`
 */
export const requirePermission = ({ role }: Actor, permission: Permission): void => {
  if (!isAllowed([role], permission)) throw denied(permission);
};
