import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { tokenEntity } from './entity.ts';
import { type TokenDto, type TokenState, toTokenDto } from './token-dto.ts';

type ListTokens = PageRequest & {
  readonly state?: TokenState | undefined;
  readonly name?: string | undefined;
  /** ISO 8601 UTC with milliseconds: determines which have expired. */
  readonly now: string;
};

const whereOf = (state: TokenState | undefined, now: string) => {
  if (state === 'revoked') return { revokedAt: { $ne: null } };
  if (state === 'expired') return { revokedAt: null, expiresAt: { $lte: now } };
  return state === 'active' ? { revokedAt: null, expiresAt: { $gt: now } } : {};
};

/**
 * Named tokens, newest first. Reads read model `tokens`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listTokens = async (
  view: ReadModelView,
  { state, name, now, cursor, limit }: ListTokens,
): Promise<PageOf<TokenDto>> => {
  const where = {
    ...whereOf(state, now),
    ...(name === undefined ? {} : { name }),
    ...(cursor === undefined ? {} : { createdPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(tokenEntity, where, {
        orderBy: { createdPosition: 'desc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    (row) => toTokenDto(row, now),
    (row) => encodePositionCursor(row.createdPosition),
  );
};
