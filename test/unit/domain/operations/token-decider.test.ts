import { describe, expect, test } from 'vitest';
import { type TokenCommand, tokenDecider } from '../../../../domain/operations/token-decider.ts';
import { type TokenEvent, tokenNameSchema } from '../../../../domain/operations/token-events.ts';
import { given } from '../../../support/given.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const alice = {
  tokenId: uuidOf(1),
  name: 'alice',
  hash: '0'.repeat(64),
  roles: ['clinician' as const],
  teams: [],
  expiresAt: '2026-04-01T00:00:00.000Z',
};
type Change = Partial<Extract<TokenEvent, { type: 'TokenCreated' }>['data']>;
const create = (
  change: Change = {},
  terms: Partial<Extract<TokenCommand, { type: 'CreateToken' }>> = {},
): TokenCommand => ({
  type: 'CreateToken',
  token: { ...alice, ...change },
  now: '2026-01-01T00:00:00.000Z',
  latestEnd: '2027-01-01T00:00:00.000Z',
  apart: false,
  replace: false,
  ...terms,
});
const created = (change: Change = {}): TokenEvent => ({
  type: 'TokenCreated',
  data: { ...alice, ...change },
});
const revoked = (reason: 'revoked' | 'replaced' | 'logged-out' = 'revoked'): TokenEvent => ({
  type: 'TokenRevoked',
  data: { tokenId: alice.tokenId, name: 'alice', reason },
});
const second = { tokenId: uuidOf(2) };

describe('a token', () => {
  test('is issued to a user, once for a name', () => {
    given(tokenDecider).when(create()).thenEvents(created());
    given(tokenDecider, created())
      .when(create(second))
      .thenRefused('conflict', /Revoke it first/);
    given(tokenDecider, created())
      .when(create({ ...second, name: 'bob' }))
      .thenEvents(created({ ...second, name: 'bob' }));
  });

  test('is issued again under its name when the previous one is revoked, expired or replaced', () => {
    given(tokenDecider, created(), revoked()).when(create(second)).thenEvents(created(second));
    const later = { now: '2026-05-01T00:00:00.000Z' };
    const renewed = { ...second, expiresAt: '2026-06-01T00:00:00.000Z' };
    given(tokenDecider, created()).when(create(renewed, later)).thenEvents(created(renewed));
    given(tokenDecider, created())
      .when(create(second, { replace: true }))
      .thenEvents(revoked('replaced'), created(second));
  });

  test('has a bounded lifetime, which ends in the future', () => {
    given(tokenDecider)
      .when(create({ expiresAt: '2027-01-01T00:00:00.001Z' }))
      .thenRefused('rule_violated', /TOKEN_MAX_DAYS/);
    given(tokenDecider)
      .when(create({ expiresAt: '2026-01-01T00:00:00.000Z' }))
      .thenRefused('rule_violated', /expired already/);
  });

  test.each(['admin-token', 'first-start-token', 'system', 'anonymous', 'token:system'])(
    'cannot be called %s, a name reserved for a part of the system',
    (name) => {
      given(tokenDecider)
        .when(create({ name }))
        .thenRefused('rule_violated', /reserved for the system/);
    },
  );

  test.each([
    'system:orchestrator',
    'cli:root',
    'Alice',
    'alice bob',
    'al\u200bice',
    '',
    'a'.repeat(101),
    '-x',
  ])('cannot be called %j', (name) => {
    expect(tokenNameSchema.safeParse(name).success).toBe(false);
  });

  test('has a name that no user of an identity provider can have', () => {
    given(tokenDecider)
      .when(create({}, { apart: true }))
      .thenRefused('rule_violated', /token:alice/);
    given(tokenDecider)
      .when(create({ name: 'token:alice' }, { apart: true }))
      .thenEvents(created({ name: 'token:alice' }));
  });

  test('names another user as its owner only for a service, which can open only its own resources', () => {
    for (const roles of [['clinician'], ['service', 'clinician'], ['admin']] as const)
      given(tokenDecider)
        .when(create({ roles: [...roles], onBehalfOf: 'bob' }))
        .thenRefused('rule_violated', /role service/);
    const service = { roles: ['service' as const], onBehalfOf: 'bob' };
    given(tokenDecider).when(create(service)).thenEvents(created(service));
  });

  test('is revoked once and permanently', () => {
    const revoke = { type: 'RevokeToken', tokenId: alice.tokenId, reason: 'revoked' } as const;
    given(tokenDecider).when(revoke).thenRefused('not_found');
    given(tokenDecider, created()).when(revoke).thenEvents(revoked()).when(revoke).thenNothing();
  });

  test('is one of a thousand at most', () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      created({ tokenId: uuidOf(index + 10), name: `user-${index}` }),
    );
    given(tokenDecider, ...many)
      .when(create())
      .thenRefused('rule_violated', /Revoke some/);
  });
});
