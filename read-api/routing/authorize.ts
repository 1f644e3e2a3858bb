import { isAllowed } from '../../domain/kernel/actor.ts';
import { Failure, failure, unwrap } from '../../domain/kernel/failure.ts';
import type { Authenticator, Principal } from '../../ports/authenticator.ts';
import type { Caller, RouteAccess } from './define-route.ts';

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
 * The caller in the role that allows what they want to do; that is the role which the log will name.
 *
 * @throws Failure `permission_denied`
 */
export const authorize = (principal: Principal, access: Exclude<RouteAccess, 'open'>): Caller => {
  const role =
    access === 'authenticated'
      ? principal.roles[0]
      : principal.roles.find((held) => isAllowed([held], access));
  if (role === undefined)
    throw new Failure(
      failure('permission_denied', `This needs the permission ${access}, which your roles do not have.`, {
        details: { permission: access },
      }),
    );
  const { id, onBehalfOf } = principal;
  return { principal, actor: { id, role, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) } };
};
