import { failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { err, ok } from '../../../domain/kernel/result.ts';
import type { Authenticator } from '../../../ports/authenticator.ts';
import type { NamedToken } from './known-tokens.ts';
import { NAMED_TOKEN_PREFIX, tokenDigest } from './named-token-source.ts';
import type { RecordTokenUse } from './record-token-use.ts';
import type { TokenRegistry } from './token-registry.ts';

type NamedTokens = {
  readonly registry: Pick<TokenRegistry, 'isReady' | 'tokenOf' | 'watchEnd'>;
  readonly recordUse: RecordTokenUse;
};

/** Accepts named tokens. They are looked up by digest, so timing reveals nothing about the token. */
export const createNamedTokenAuthenticator = ({ registry, recordUse }: NamedTokens): Authenticator => ({
  authenticate: async (text) => {
    if (!text.startsWith(NAMED_TOKEN_PREFIX))
      return err(failure('unauthenticated', 'The token is not a named token.'));
    if (!(await registry.isReady()))
      return err(
        failure('unavailable', 'Tokens cannot be read from the log at the moment.', {
          component: 'event-store',
          retryAfter: 1,
        }),
      );
    const token: NamedToken | undefined = registry.tokenOf(tokenDigest(text));
    if (token === undefined)
      return err(failure('unauthenticated', 'The token is unknown, has expired or was revoked.'));
    recordUse(token);
    const { tokenId, name, roles, teams, onBehalfOf, expiresAt } = token;
    return ok({
      id: name,
      roles,
      teams,
      expiresAt,
      heldToken: { kind: 'named', tokenId },
      watchEnd: () => registry.watchEnd(tokenId, expiresAt),
      ...omitUndefined({ onBehalfOf }),
    });
  },
});
