import { actorFor } from '../../commands/runtime/authorize.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { Failure, failure, unwrap } from '../../domain/kernel/failure.ts';
import type { Authenticator, Principal } from '../../ports/authenticator.ts';
import type { RouteAccess } from './define-route.ts';

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,8192})$/i;

/**
 * Who the bearer token of a request belongs to.
 *
 * @throws Failure `unauthenticated`, or what the authenticator answers
 */
export const authenticate = async (
  authenticator: Authenticator,
  authorization: string | undefined,
): Promise<Principal> => {
  const token = bearer.exec(authorization ?? '')?.[1];
  if (token === undefined)
    throw new Failure(
      failure('unauthenticated', 'Send a token: the header Authorization with the value "Bearer <token>".'),
    );
  return unwrap(await authenticator.authenticate(token));
};

/**
 * Who calls, in the role that the log will name: the one that allows what they want to do.
 *
 * @throws Failure `permission_denied`
 */
export const authorize = (principal: Principal, access: Exclude<RouteAccess, 'open'>): Actor => {
  if (access !== 'authenticated') return actorFor(principal, access);
  const { id, roles, onBehalfOf } = principal;
  const [role] = roles;
  if (role === undefined) throw new Failure(failure('permission_denied', 'The token names no role.'));
  return { id, role, ...defined({ onBehalfOf }) };
};
