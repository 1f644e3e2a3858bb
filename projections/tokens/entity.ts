import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row per named token, including invalid ones, without the token or its digest. */
export const tokenEntity = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  schema: '*',
  properties: {
    tokenId: p.text().primary(),
    name: p.text(),
    roles: p.json<readonly string[]>(),
    teams: p.json<readonly string[]>(),
    onBehalfOf: p.text().strictNullable(),
    createdBy: p.text(),
    createdAt: p.text(),
    /** ISO 8601 UTC with milliseconds. */
    expiresAt: p.text(),
    /** The last use, to the hour. */
    lastUsedAt: p.text().strictNullable(),
    revokedAt: p.text().strictNullable(),
    revokedBy: p.text().strictNullable(),
    /** Log position of its creation: the order of the list. */
    createdPosition: p.bigint('number'),
  },
  indexes: [
    { properties: ['createdPosition'] },
    { properties: ['name', 'createdPosition'] },
    { properties: ['revokedAt', 'createdPosition'] },
  ],
});
export type TokenRow = RowOf<typeof tokenEntity>;
