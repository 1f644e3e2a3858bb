import { Failure, failure } from '../../domain/kernel/failure.ts';

/**
 * Allows only pages from known origins. A page whose host name resolves to this machine (DNS rebinding) still sends
 * its own origin, as browsers do with every POST and DELETE; programs send none.
 *
 * @throws Failure `permission_denied`
 */
export const requireKnownOrigin = (
  { header }: { readonly header: (name: 'Origin') => string | undefined },
  { corsOrigins = [] }: { readonly corsOrigins?: readonly string[] },
): void => {
  const origin = header('Origin');
  if (origin === undefined || corsOrigins.includes(origin)) return;
  throw new Failure(
    failure('permission_denied', 'This origin is not allowed: CORS_ORIGINS lists the allowed ones.'),
  );
};
