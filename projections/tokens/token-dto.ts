import type { TokenRow } from './entity.ts';

/** Whether a token is valid, and if not, why. */
export type TokenState = 'active' | 'expired' | 'revoked';

/** A token as the API shows it. */
export type TokenDto = Readonly<Omit<TokenRow, 'createdPosition'>> & { readonly state: TokenState };

/** The state of a row at an instant (ISO 8601 UTC with milliseconds). */
export const toTokenDto = ({ createdPosition: _, ...row }: TokenRow, now: string): TokenDto => ({
  ...row,
  state: row.revokedAt !== null ? 'revoked' : row.expiresAt <= now ? 'expired' : 'active',
});
