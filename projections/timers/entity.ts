import { defineEntity, p } from '@mikro-orm/core';

/** One row per pending timer; fired and cancelled ones are removed. */
export const timerEntity = defineEntity({
  name: 'Timer',
  tableName: 'timers',
  schema: '*',
  properties: {
    timerId: p.text().primary(),
    purpose: p.text(),
    about: p.text(),
    /** ISO 8601 UTC with milliseconds: sorts as text. */
    dueAt: p.text(),
    setAt: p.text(),
  },
  indexes: [{ properties: ['dueAt', 'timerId'] }],
});
