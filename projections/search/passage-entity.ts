import { defineEntity, p } from '@mikro-orm/core';
import type { Passage } from '../../domain/retrieval/passage.ts';

/**
 * The chunks of every version that was ever indexed, as `search-projection.ts` keeps them. Read through this entity;
 * the table itself is made with the index that it belongs to.
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
    /** Null where it is sealed; see `sealed-passage.ts`. */
    passage: p.json().$type<Passage>().strictNullable(),
    sealed: p.text().strictNullable(),
  },
});
