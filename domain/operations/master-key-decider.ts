import type { Decider } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { MasterKeyEvent } from './master-key-events.ts';

/** The one stream that records the rotations of the master key. */
export const masterKeyStream = streamIdOf('operations', 'master-key');

export type MasterKeyCommand = { readonly type: 'RecordRotation' } & MasterKeyEvent['data'];

type MasterKeyState = { readonly last: Pick<MasterKeyEvent['data'], 'to' | 'startedAt'> | undefined };

/** Records each rotation once, also when a process repeats what another had done before it was killed. */
export const masterKeyDecider: Decider<MasterKeyCommand, MasterKeyEvent, MasterKeyState> = {
  initialState: { last: undefined },
  decide: ({ type: _, ...data }, { last }) => {
    const isKnown = last?.to === data.to && last.startedAt === data.startedAt;
    return ok(isKnown ? [] : [{ type: 'MasterKeyRotated', data }]);
  },
  evolve: (_, { data: { to, startedAt } }) => ({ last: { to, startedAt } }),
};
