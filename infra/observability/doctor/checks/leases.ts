import { counted } from '../../../../domain/kernel/counted.ts';
import type { ListLeases } from '../../../../ports/lease-list.ts';
import { type Check, fine, warning } from '../check.ts';

/** Reports which process holds which lease, and leases that expired without being released. */
export const leases = ({ listLeases }: { readonly listLeases: ListLeases }): Check => ({
  name: 'leases',
  run: async function* () {
    const all = await listLeases();
    const held = all.filter(({ secondsLeft = 0 }) => secondsLeft > 0);
    const expired = all.filter(({ secondsLeft }) => secondsLeft !== undefined && secondsLeft <= 0);
    const owners = new Set(held.map(({ owner }) => owner)).size;
    yield fine(
      held.length === 0
        ? 'No process holds a lease: no server is working.'
        : `${counted(held.length, 'lease')} held by ${counted(owners, 'process', 'processes')}.`,
    );
    for (const { name, owner, fence, secondsLeft = 0 } of expired)
      yield warning(
        `${name} expired ${Math.round(-secondsLeft)} s ago (owner ${owner.slice(0, 8)}, fence ${fence}).`,
        'Its process stopped or lost the database. The next running server takes it over.',
      );
  },
});
