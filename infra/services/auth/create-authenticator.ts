import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Authenticator } from '../../../ports/authenticator.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { DataDirectory } from '../../installation/data-directory/open-data-directory.ts';
import { createAdminTokenAuthenticator } from './admin-token-authenticator.ts';
import { createAdminTokenReader } from './admin-token-file.ts';
import { createFirstMatchingAuthenticator } from './first-matching-authenticator.ts';
import { createJwtAuthenticator } from './jwt-authenticator.ts';
import type { JwtConfiguration } from './jwt-configuration.ts';
import { createNamedTokenAuthenticator } from './named-token-authenticator.ts';
import type { RecordTokenUse } from './record-token-use.ts';
import type { TokenRegistry } from './token-registry.ts';

const TOKEN_ISSUER = 'anamnesis-cli';

type SignIns = {
  /** The JWTs to accept, if any. */
  readonly jwt: JwtConfiguration | undefined;
  readonly dataDirectory: DataDirectory;
  readonly tokens: TokenRegistry;
  readonly recordUse: RecordTokenUse;
  readonly logger: Logger;
};

/**
 * Creates the authenticator for all kinds of tokens: named ones, the admin token, those of the command line,
 * and JWTs as configured.
 */
export const createAuthenticator = ({
  jwt,
  dataDirectory,
  tokens,
  recordUse,
  logger,
}: SignIns): Authenticator => {
  const theirs = {
    tokens,
    users: 'theirs',
    onRefused: (reason: string) => logger.warn({ reason }, 'A token from the identity provider was refused.'),
    ...omitUndefined({ issuer: jwt?.issuer, audience: jwt?.audience, teamsClaim: jwt?.teamsClaim }),
    ...omitUndefined({ maxLifeSeconds: jwt?.maxLifeSeconds }),
  } as const;
  return createFirstMatchingAuthenticator([
    createNamedTokenAuthenticator({ registry: tokens, recordUse }),
    createAdminTokenAuthenticator({ tokenHash: createAdminTokenReader(dataDirectory) }),
    createJwtAuthenticator({
      keys: { kind: 'secret', secret: dataDirectory.tokenSecret },
      issuer: TOKEN_ISSUER,
      users: 'ours',
      tokens,
    }),
    ...(jwt?.secret === undefined
      ? []
      : [createJwtAuthenticator({ keys: { kind: 'secret', secret: Buffer.from(jwt.secret) }, ...theirs })]),
    ...(jwt?.jwksUrl === undefined
      ? []
      : [createJwtAuthenticator({ keys: { kind: 'jwks', url: new URL(jwt.jwksUrl) }, ...theirs })]),
  ]);
};
