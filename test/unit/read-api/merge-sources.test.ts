import { describe, expect, it } from 'vitest';
import { mergeSources } from '../../../read-api/streams/merge-sources.ts';

/** A source that emits the values pushed into it. */
const fed = <Item>() => {
  const items: Item[] = [];
  let isOver = false;
  let asked = 0;
  let wake = (): void => {};
  const source = async function* (): AsyncGenerator<Item> {
    for (;;) {
      asked += 1;
      while (items.length === 0) {
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const item = items.shift();
      if (item !== undefined) yield item;
    }
  };
  return {
    source: source(),
    asked: () => asked,
    put: (...more: readonly Item[]) => {
      items.push(...more);
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
  };
};

describe('two merged sources', () => {
  it('yield items as they arrive, from either', async () => {
    const main = fed<string>();
    const side = fed<string>();
    const merged = mergeSources(main.source, side.source);
    for (const [of, from] of [
      ['side', side],
      ['main', main],
      ['side', side],
    ] as const) {
      const next = merged.next();
      from.put('x');
      expect((await next).value).toEqual({ of, item: 'x' });
    }
    await merged.return(undefined);
  });

  it('yield those of the main one first', async () => {
    const main = fed<string>();
    const side = fed<string>();
    const merged = mergeSources(main.source, side.source);
    const first = merged.next();
    side.put('one', 'two');
    main.put('event');
    await first;
    const rest = [await merged.next(), await merged.next()].map(({ value }) => value);
    expect([(await first).value, ...rest].map((given) => given?.item).toSorted()).toEqual([
      'event',
      'one',
      'two',
    ]);
    side.put('late');
    main.put('goes first');
    await new Promise((resolve) => setImmediate(resolve));
    expect((await merged.next()).value).toEqual({ of: 'main', item: 'goes first' });
    await merged.return(undefined);
  });

  it('end with the main one, and not with the other', async () => {
    const main = fed<string>();
    const side = fed<string>();
    const merged = mergeSources(main.source, side.source);
    const next = merged.next();
    side.end();
    main.put('after that');
    expect((await next).value).toEqual({ of: 'main', item: 'after that' });
    const last = merged.next();
    main.end();
    expect((await last).done).toBe(true);
  });

  it('pass on errors of a source', async () => {
    const broken = (async function* (): AsyncGenerator<string> {
      yield 'one';
      throw new Error('The log could not be read.');
    })();
    const merged = mergeSources(broken, fed<string>().source);
    expect((await merged.next()).value).toEqual({ of: 'main', item: 'one' });
    await expect(merged.next()).rejects.toThrow('The log could not be read.');
  });

  it('are read at most one item ahead of a stalled consumer', async () => {
    const main = fed<string>();
    const side = fed<string>();
    const merged = mergeSources(main.source, side.source);
    const next = merged.next();
    side.put(...Array.from({ length: 50 }, String));
    await next;
    await new Promise((resolve) => setImmediate(resolve));
    expect(side.asked()).toBeLessThanOrEqual(2);
    await merged.return(undefined);
  });
});
