import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The parts of a request that show where it comes from. */
type Sender = {
  readonly header: (name: 'Origin') => string | undefined;
  readonly credentials: { readonly byCookie: boolean };
};

/**
 * Allows only pages from known origins, and this server's own pages with a session, whose origin is checked at sign-in. A page whose host name resolves to this machine (DNS rebinding) still sends
 * its own origin, as browsers do with every POST and DELETE; programs send none.
 *
 * @throws Failure `permission_denied`
 */
export const requireKnownOrigin = (
  { header, credentials }: Sender,
  { corsOrigins = [] }: { readonly corsOrigins?: readonly string[] },
): void => {
  const origin = header('Origin');
  if (origin === undefined || credentials.byCookie || corsOrigins.includes(origin)) return;
  throw new Failure(
    failure('permission_denied', 'This origin is not allowed: CORS_ORIGINS lists the allowed ones.'),
  );
};
