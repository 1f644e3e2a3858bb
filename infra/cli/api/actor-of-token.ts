import { decodeJwt } from 'jose';
import { z } from 'zod';
import { ADMIN_TOKEN_ACTOR } from '../../auth/admin-token-authenticator.ts';

/** Who acts by a token; somebody else may act for its subject (RFC 8693, section 4.1). */
const claimsSchema = z.object({ sub: z.string(), act: z.object({ sub: z.string() }).optional() });

const claimsOf = (token: string): unknown => {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
};

/** Under which id a server knows the bearer of a token: as a JWT says, else as the holder of the admin token. */
export const actorOfToken = (token: string): string => {
  const claims = claimsSchema.safeParse(claimsOf(token));
  return claims.success ? (claims.data.act?.sub ?? claims.data.sub) : ADMIN_TOKEN_ACTOR;
};
