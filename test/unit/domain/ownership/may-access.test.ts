import { describe, expect, it } from 'vitest';
import { type AccessLevel, mayAccess } from '../../../../domain/ownership/may-access.ts';
import type { Accessor, OwnershipFacts } from '../../../../domain/ownership/ownership-facts.ts';

const now = '2026-01-02T12:00:00.000Z';
const before = '2026-01-02T11:59:59.999Z';
const after = '2026-01-02T12:00:00.001Z';

const person = (id: string, more: Partial<Accessor> = {}): Accessor => ({
  id,
  roles: ['clinician'],
  teams: [],
  ...more,
});
const service = (id: string, onBehalfOf?: string): Accessor => ({
  id,
  onBehalfOf,
  roles: ['service'],
  teams: [],
});

/** Started by a service for Ada, or by herself. */
const facts = (more: Partial<OwnershipFacts> = {}): OwnershipFacts => ({
  creators: [{ owner: 'ada', begunBy: 'ada' }],
  shares: [],
  grants: [],
  ...more,
});
const verdict = (accessor: Accessor, about: OwnershipFacts, level: AccessLevel = 'read') =>
  mayAccess(accessor, about, level, now);
const levels: readonly AccessLevel[] = ['read', 'contribute', 'own'];
const unknown = { basis: 'denied', known: false };
const onlyRead = { basis: 'denied', known: true };

describe('a resource with an owner', () => {
  it("is the owner's to read, continue and share, through any service that acts for them", () => {
    for (const level of levels) {
      expect(verdict(person('ada'), facts(), level)).toEqual({ basis: 'own' });
      expect(verdict(person('front-end', { onBehalfOf: 'ada' }), facts(), level)).toEqual({ basis: 'own' });
    }
  });

  it('is hidden from everybody else, admins included', () => {
    for (const level of levels)
      for (const other of [person('bob'), person('root', { roles: ['admin'] }), person('ada2')])
        expect(verdict(other, facts(), level)).toEqual(unknown);
  });

  it('does not become that of another service that acts for the same person', () => {
    expect(verdict(service('voice', 'ada'), facts())).toEqual(unknown);
    const byVoice = facts({ creators: [{ owner: 'ada', begunBy: 'voice' }] });
    expect(verdict(service('voice', 'ada'), byVoice)).toEqual({ basis: 'own' });
    expect(verdict(service('voice', 'bob'), byVoice)).toEqual(unknown);
    expect(verdict(service('voice'), byVoice)).toEqual(unknown);
    expect(verdict(service('other', 'ada'), byVoice)).toEqual(unknown);
    expect(verdict(person('ada'), byVoice)).toEqual({ basis: 'own' });
  });

  it('does not exist when nothing created it', () => {
    expect(verdict(person('ada'), facts({ creators: [] }))).toEqual(unknown);
  });
});

describe('a shared resource', () => {
  const withBob = (level: 'read' | 'contribute', expiresAt?: string) =>
    facts({ shares: [{ with: { user: 'bob' }, level, expiresAt }] });

  it('can be read, or continued if permitted, and never shared further', () => {
    expect(verdict(person('bob'), withBob('read'))).toEqual({ basis: 'shared' });
    expect(verdict(person('bob'), withBob('read'), 'contribute')).toEqual(onlyRead);
    expect(verdict(person('bob'), withBob('contribute'), 'contribute')).toEqual({ basis: 'shared' });
    expect(verdict(person('bob'), withBob('contribute'), 'own')).toEqual(onlyRead);
  });

  it('is hidden again when the share ends', () => {
    expect(verdict(person('bob'), withBob('read', after))).toEqual({ basis: 'shared' });
    for (const end of [now, before]) expect(verdict(person('bob'), withBob('read', end))).toEqual(unknown);
  });

  it('with a care team is open to those whose token names it, not to a person of that name', () => {
    const withTeam = facts({ shares: [{ with: { team: 'icu' }, level: 'read' }] });
    expect(verdict(person('bob', { teams: ['er', 'icu'] }), withTeam)).toEqual({ basis: 'shared' });
    expect(verdict(person('icu'), withTeam)).toEqual(unknown);
    expect(
      verdict(
        person('bob', { teams: ['bob'] }),
        facts({ shares: [{ with: { user: 'icu' }, level: 'read' }] }),
      ),
    ).toEqual(unknown);
  });

  it('grants the highest level of several shares', () => {
    const twice = facts({
      shares: [
        { with: { user: 'bob' }, level: 'read' },
        { with: { team: 'icu' }, level: 'contribute' },
      ],
    });
    expect(verdict(person('bob', { teams: ['icu'] }), twice, 'contribute')).toEqual({ basis: 'shared' });
  });

  it('is not open to services', () => {
    expect(verdict(service('voice', 'bob'), withBob('contribute'))).toEqual(unknown);
    expect(verdict(service('bob'), withBob('contribute'))).toEqual(unknown);
  });
});

describe('oversight', () => {
  it('permits compliance to read, and nothing else', () => {
    const officer = person('carl', { roles: ['compliance'] });
    expect(verdict(officer, facts())).toEqual({ basis: 'oversight' });
    expect(verdict(officer, facts(), 'contribute')).toEqual(onlyRead);
    expect(verdict(officer, facts(), 'own')).toEqual(onlyRead);
  });

  it("is not needed for one's own resources", () => {
    expect(verdict(person('ada', { roles: ['admin', 'compliance'] }), facts())).toEqual({ basis: 'own' });
  });
});

describe('a break-glass grant', () => {
  const granted = (expiresAt: string) => facts({ grants: [{ grantId: 'g', expiresAt }] });

  it('lets a clinician or an admin read until it ends', () => {
    for (const role of ['clinician', 'admin'] as const) {
      const holder = person('bob', { roles: [role] });
      expect(verdict(holder, granted(after))).toEqual({ basis: 'break-glass', grantId: 'g' });
      expect(verdict(holder, granted(after), 'contribute')).toEqual(onlyRead);
      expect(verdict(holder, granted(now))).toEqual(unknown);
    }
  });

  it('does not apply to a service, nor to a caller that acts for a person', () => {
    expect(verdict(service('voice'), granted(after))).toEqual(unknown);
    expect(verdict(person('voice', { onBehalfOf: 'bob' }), granted(after))).toEqual(unknown);
  });
});
