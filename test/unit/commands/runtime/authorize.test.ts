import { describe, expect, it } from 'vitest';
import { actorFor, requirePermission } from '../../../../commands/runtime/authorize.ts';
import { type Actor, isAllowed, permissions, roles } from '../../../../domain/kernel/actor.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';

const refused = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.reason;
    throw error;
  }
  return undefined;
};

describe('a caller', () => {
  it('acts in the first of their roles that allows the action', () => {
    const both = { id: 'ada', roles: ['compliance', 'clinician', 'admin'], teams: [] } as const;
    expect(actorFor(both, 'queries:ask')).toEqual({ id: 'ada', role: 'clinician' });
    expect(actorFor(both, 'audit:read')).toEqual({ id: 'ada', role: 'compliance' });
    expect(actorFor(both, 'projections:reset')).toEqual({ id: 'ada', role: 'admin' });
  });

  it('is recorded with the person for whom they act, and with no other claim of their token', () => {
    const principal = { id: 'bot', roles: ['service'], teams: [], onBehalfOf: 'ada', expiresAt: 1 } as const;
    expect(actorFor(principal, 'queries:ask')).toEqual({ id: 'bot', role: 'service', onBehalfOf: 'ada' });
  });

  it('is refused with the name of the permission when no role allows the action', () => {
    const reason = { code: 'permission_denied', details: { permission: 'projections:reset' } };
    const principal = { id: 'ada', roles: ['clinician', 'compliance'], teams: [] } as const;
    expect(refused(() => actorFor(principal, 'projections:reset'))).toMatchObject(reason);
    expect(
      refused(() => requirePermission({ id: 'ada', role: 'clinician' }, 'projections:reset')),
    ).toMatchObject(reason);
  });

  it('is authorized by the role table alone', () => {
    for (const role of roles)
      for (const permission of permissions) {
        const actor: Actor = { id: 'ada', role };
        const passes = refused(() => requirePermission(actor, permission)) === undefined;
        expect(passes, `${role} ${permission}`).toBe(isAllowed([role], permission));
      }
  });

  it('may call tools and confirm calls only with permission to ask questions; compliance may read both', () => {
    for (const role of roles) {
      const mayAsk = isAllowed([role], 'queries:ask');
      expect([role, isAllowed([role], 'tools:call')]).toEqual([role, mayAsk]);
      expect([role, isAllowed([role], 'tools:confirm')]).toEqual([role, mayAsk]);
      expect([role, isAllowed([role], 'tools:read')]).toEqual([role, true]);
    }
  });
});
