import { describe, expect, it } from 'vitest';
import { databaseFailureOf } from '../../../../../infra/storage/database/database-failure.ts';

const failureOf = (code: string) => databaseFailureOf(Object.assign(new Error('refused'), { code }))?.reason;

describe('a running server that its database no longer lets in', () => {
  it.each([
    ['the password was changed', '28P01'],
    ['the user may not log in', '28000'],
    ['the database was dropped or renamed', '3D000'],
    ['a privilege was revoked', '42501'],
  ])('reports it as unavailable with the remedy: %s', (_why, code) => {
    expect(failureOf(code)).toMatchObject({
      code: 'unavailable',
      component: 'database',
      message: expect.stringMatching(/Check DATABASE_URL|Make it the owner/),
    });
  });

  it('does not report a statement that is at fault as the state of the database', () => {
    expect(failureOf('42601')).toBeUndefined();
  });
});
