import { describe, expect, it } from 'vitest';
import { coalesceCalls } from '../../../ports/coalesce-calls.ts';

const looks = () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const ask = coalesceCalls(() => {
    const look = Promise.withResolvers<number>();
    begun.push(look);
    return look.promise;
  });
  return { begun, ask };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a coalesced call', () => {
  it('does not answer a caller with a result that began before their request', async () => {
    const { begun, ask } = looks();
    const first = ask();
    const later = [ask(), ask(), ask()];
    expect(begun).toHaveLength(1);
    begun[0]?.resolve(1);
    expect(await first).toBe(1);
    await turn();
    expect(begun).toHaveLength(2);
    begun[1]?.resolve(2);
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
  });

  it('starts immediately when none is in progress', async () => {
    const { begun, ask } = looks();
    const first = ask();
    begun[0]?.resolve(1);
    await first;
    await turn();
    const second = ask();
    expect(begun).toHaveLength(2);
    begun[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  it('is repeated after a failure for those who asked meanwhile', async () => {
    const { begun, ask } = looks();
    const first = ask();
    const second = ask();
    begun[0]?.reject(new Error('The database is away.'));
    await expect(first).rejects.toThrow('The database is away.');
    await turn();
    begun[1]?.resolve(2);
    expect(await second).toBe(2);
  });
});
