import { describe, expect, it } from 'vitest';
import { readSignInSearch } from '../../../../../console/src/pages/sign-in/sign-in-search.ts';

describe('the address of the sign-in page', () => {
  it.each(['/', '/library?status=searchable', '/conversations/01a22dd7-12bb-7bb2-90f1-4dca32d0150b#q2'])(
    'returns to %s',
    (to) => expect(readSignInSearch({ to })).toEqual({ to }),
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'library',
    `/${'a'.repeat(500)}`,
    7,
    ['/library'],
    { to: '/library' },
  ])('does not return to %j', (to) => expect(readSignInSearch({ to })).toEqual({}));
});
