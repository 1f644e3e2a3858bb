import type { Authenticator } from '../../ports/authenticator.ts';
import { createAdminTokenAuthenticator } from '../auth/admin-token-authenticator.ts';
import { createAdminTokenReader } from '../auth/admin-token-file.ts';
import { createFirstMatchingAuthenticator } from '../auth/first-matching-authenticator.ts';
import { createJwtAuthenticator } from '../auth/jwt-authenticator.ts';
import type { Configuration } from '../configuration.ts';
import type { DataDirectory } from '../data-directory/open-data-directory.ts';

const TOKEN_ISSUER = 'anamnesis-cli';

/** Whose tokens are accepted: the admin token, those of the command line, and JWTs as configured. */
export const createAuthenticator = ({ jwt }: Configuration, dataDirectory: DataDirectory): Authenticator => {
  const restrictions = {
    ...(jwt?.issuer === undefined ? {} : { issuer: jwt.issuer }),
    ...(jwt?.audience === undefined ? {} : { audience: jwt.audience }),
    ...(jwt === undefined ? {} : { teamsClaim: jwt.teamsClaim }),
  };
  return createFirstMatchingAuthenticator([
    createAdminTokenAuthenticator({ tokenHash: createAdminTokenReader(dataDirectory) }),
    createJwtAuthenticator({
      keys: { kind: 'secret', secret: dataDirectory.tokenSecret },
      issuer: TOKEN_ISSUER,
    }),
    ...(jwt?.secret === undefined
      ? []
      : [
          createJwtAuthenticator({
            keys: { kind: 'secret', secret: Buffer.from(jwt.secret) },
            ...restrictions,
          }),
        ]),
    ...(jwt?.jwksUrl === undefined
      ? []
      : [createJwtAuthenticator({ keys: { kind: 'jwks', url: new URL(jwt.jwksUrl) }, ...restrictions })]),
  ]);
};
