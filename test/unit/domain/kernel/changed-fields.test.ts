import { expect, it } from 'vitest';
import { changedFields } from '../../../../domain/kernel/changed-fields.ts';

it('names each field that differs, by its path, and no other', () => {
  expect(
    changedFields(
      { title: 'Burns', context: { age: 40, sex: 'female' }, marks: [1, 2], gone: 'x' },
      { title: 'Burns', context: { age: 41, sex: 'female' }, marks: [1], added: { by: 'ada' } },
    ),
  ).toEqual([
    { field: 'added.by', before: null, after: 'ada' },
    { field: 'context.age', before: 40, after: 41 },
    { field: 'gone', before: 'x', after: null },
    { field: 'marks', before: [1, 2], after: [1] },
  ]);
});

it('lists every field of what did not exist before, and none of what stayed the same', () => {
  expect(changedFields(undefined, { title: 'Burns' })).toEqual([
    { field: 'title', before: null, after: 'Burns' },
  ]);
  expect(changedFields({ title: null }, {})).toEqual([]);
  expect(changedFields(undefined, undefined)).toEqual([]);
});
