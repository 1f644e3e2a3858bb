import type { InferEntity } from '@mikro-orm/core';

/** The plain row of an entity: its columns, without the markers that MikroORM keeps in its types. */
export type RowOf<Entity> = {
  [Property in keyof InferEntity<Entity> as Property extends string
    ? Property
    : never]: InferEntity<Entity>[Property];
};
