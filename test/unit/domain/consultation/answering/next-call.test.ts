import { describe, expect, it } from 'vitest';
import { nextModelCall } from '../../../../../domain/consultation/answering/next-call.ts';
import type { ModelCall } from '../../../../../domain/consultation/query-state.ts';
import { uuidOf } from '../../../../support/recorded-history.ts';

const call = (where: 'cloud' | 'local', outcome?: 'failed'): ModelCall => ({
  round: 1,
  toolRound: 0,
  called: {
    queryId: uuidOf(1),
    attempt: 1,
    model: 'm',
    where,
    prompt: [],
    parameters: {},
    evidence: [],
  },
  ...(outcome ? { ended: { queryId: uuidOf(1), attempt: 1, outcome, milliseconds: 1 } } : {}),
});
const plan: Parameters<typeof nextModelCall>[0] = {
  route: 'cloud',
  calls: [],
  isWorthRepeating: undefined,
  hasLocal: true,
  mayPay: true,
  timeLeft: 20_000,
};
const next = (given: Partial<typeof plan>) => nextModelCall({ ...plan, ...given });

describe('the next model to call', () => {
  it('is the routed one, or none', () => {
    expect(next({})).toMatchObject({ place: 'cloud', pause: 0 });
    expect(next({ route: 'local' })).toMatchObject({ place: 'local', pause: 0 });
    expect(next({ route: 'none' })).toBeUndefined();
  });

  it('is the cloud again after a pause, then the local model, then none', () => {
    const failed = { isWorthRepeating: true, calls: [call('cloud', 'failed')] };
    expect(next(failed)).toMatchObject({ place: 'cloud', pause: 500 });
    expect(next({ ...failed, calls: [call('cloud', 'failed'), call('cloud', 'failed')] })).toMatchObject({
      place: 'local',
    });
    expect(
      next({ ...failed, calls: [call('cloud', 'failed'), call('cloud', 'failed'), call('local', 'failed')] }),
    ).toBeUndefined();
  });

  it('is not one that would refuse again', () => {
    const refused = { isWorthRepeating: false, calls: [call('cloud', 'failed')] };
    expect(next(refused)).toMatchObject({ place: 'local' });
    expect(next({ ...refused, hasLocal: false })).toBeUndefined();
  });

  it('is called once more immediately after its caller crashed, but not a third time', () => {
    expect(next({ calls: [call('cloud')], hasLocal: false })).toMatchObject({ place: 'cloud', pause: 0 });
    expect(next({ calls: [call('cloud'), call('cloud')], hasLocal: false })).toBeUndefined();
    expect(next({ route: 'local', calls: [call('local')] })).toMatchObject({ place: 'local' });
    expect(next({ route: 'local', calls: [call('local'), call('local')] })).toBeUndefined();
  });

  it('waits as long as a service asks for, unless that exceeds the remaining time', () => {
    const failure = { isWorthRepeating: true, calls: [call('cloud', 'failed')] };
    expect(next({ ...failure, retryAfter: 3 })).toMatchObject({ place: 'cloud', pause: 3000 });
    expect(next({ ...failure, retryAfter: 60 })).toMatchObject({ place: 'local' });
  });

  it('is not a paid one after the limit is reached', () => {
    expect(next({ mayPay: false })).toMatchObject({ place: 'local' });
    expect(next({ mayPay: false, hasLocal: false })).toBeUndefined();
  });

  it('leaves time for a fallback while there is one, and is none when no time remains', () => {
    expect(next({})).toMatchObject({ within: 12_000 });
    expect(next({ route: 'local' })).toMatchObject({ within: 20_000 });
    expect(next({ route: 'local', calls: [call('local')] })).toMatchObject({ within: 20_000 });
    expect(next({ timeLeft: 1000 })).toBeUndefined();
    expect(next({ timeLeft: -5000 })).toBeUndefined();
  });
});
