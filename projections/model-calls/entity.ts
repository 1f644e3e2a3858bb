import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row per language model call, without its content. */
export const modelCallEntity = defineEntity({
  name: 'ModelCall',
  tableName: 'model_calls',
  schema: '*',
  properties: {
    /** `<queryId>#<attempt>`. */
    callId: p.text().primary(),
    /** Calendar month (UTC) of the call: `2026-11`. */
    month: p.text(),
    /** The person who asked, even when a service acted for them. */
    person: p.text(),
    model: p.text(),
    place: p.text().$type<'local' | 'cloud'>(),
    /** Log position of the call. */
    calledPosition: p.bigint('number'),
    ended: p.boolean(),
    promptTokens: p.integer(),
    completionTokens: p.integer(),
    /** The cost; while that is unknown, the maximum possible cost. */
    costUsd: p.double().$type<number>().runtimeType('number'),
  },
  indexes: [{ properties: ['month', 'calledPosition'] }],
});
export type ModelCallRow = RowOf<typeof modelCallEntity>;
