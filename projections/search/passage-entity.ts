import { defineEntity, p } from '@mikro-orm/core';
import type { Passage } from '../../domain/retrieval/passage.ts';

/**
 * The chunks of every version that was ever indexed, as stored by `search-projection.ts`. Read through this entity;
 * the table itself is created with its index.
 */
export const passageEntity = defineEntity({
  name: 'Passage',
  tableName: 'passages',
  schema: '*',
  properties: {
    chunkId: p.text().primary(),
    docKey: p.text(),
    version: p.integer(),
    index: p.integer(),
    live: p.boolean(),
    /** Null when sealed; see `sealed-passage.ts`. */
    passage: p.json().$type<Passage>().strictNullable(),
    sealed: p.text().strictNullable(),
  },
});
