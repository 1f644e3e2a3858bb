import { actorFor } from '../../commands/runtime/authorize.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { RouteAccess } from './define-route.ts';

/**
 * The caller, in the role that permits the request; the log records that role.
 *
 * @throws Failure `permission_denied`
 */
export const authorize = (principal: Principal, access: Exclude<RouteAccess, 'open'>): Actor => {
  if (access !== 'authenticated') return actorFor(principal, access);
  const { id, roles, onBehalfOf } = principal;
  const [role] = roles;
  if (role === undefined) throw new Failure(failure('permission_denied', 'The token names no role.'));
  return { id, role, ...omitUndefined({ onBehalfOf }) };
};
