import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row a call of a language model, without anything that was said. */
export const modelCallEntity = defineEntity({
  name: 'ModelCall',
  tableName: 'model_calls',
  schema: '*',
  properties: {
    /** `<queryId>#<attempt>`. */
    callId: p.text().primary(),
    /** Calendar month (UTC) in which it was made: `2026-11`. */
    month: p.text(),
    /** Who has asked; the person, also where a service acted for them. */
    person: p.text(),
    model: p.text(),
    place: p.text().$type<'local' | 'cloud'>(),
    /** Log position of the call. */
    calledPosition: p.bigint('number'),
    ended: p.boolean(),
    promptTokens: p.integer(),
    completionTokens: p.integer(),
    /** What it cost; as long as that is not known, the most that it can cost. */
    costUsd: p.double().$type<number>().runtimeType('number'),
  },
  indexes: [{ properties: ['month', 'calledPosition'] }],
});
export type ModelCallRow = RowOf<typeof modelCallEntity>;
