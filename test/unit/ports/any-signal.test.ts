import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { anySignal, neverAborts } from '../../../ports/any-signal.ts';
import { sourceFilesUnder } from '../../../scripts/source-files.ts';

const root = join(import.meta.dirname, '../../..');

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Collects garbage twice, with turns of the event loop between, in which weak references end. */
const collect = async (): Promise<void> => {
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (typeof collectGarbage === 'function') collectGarbage();
  }
};

describe('a combined signal', () => {
  it.each([
    ['of a controller', (never: AbortSignal) => abortedLater((signal) => anySignal([never, signal]))],
    [
      'of combined signals',
      (never: AbortSignal) => abortedLater((signal) => anySignal([never, anySignal([never, signal])])),
    ],
  ])('%s that nothing listens to has aborted after its source aborted and was collected', async (_, make) => {
    const { combined, abort } = make(new AbortController().signal);
    abort();
    await collect();
    expect(combined.aborted).toBe(true);
  });

  it('of a time limit that nothing listens to has aborted after the time', async () => {
    const combined = anySignal([new AbortController().signal, AbortSignal.timeout(1)]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await collect();
    expect(combined.aborted).toBe(true);
  });

  it('has the reason of the first that aborts, and tells its listeners', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const combined = anySignal([first.signal, second.signal]);
    const reasons: unknown[] = [];
    combined.addEventListener('abort', () => reasons.push(combined.reason));
    second.abort('second');
    first.abort('first');
    expect(reasons).toEqual(['second']);
  });

  it('of no signals never aborts', () => {
    expect([anySignal([]).aborted, neverAborts.aborted]).toEqual([false, false]);
  });

  it('is made by `anySignal` in every source of the server', () => {
    // The client also runs in browsers, and hands its signals to `fetch`, which listens.
    const folders = [
      'app',
      'cli',
      'commands',
      'consumers',
      'domain',
      'followers',
      'infra',
      'ports',
      'projections',
    ];
    const offenders = [...folders, 'read-api']
      .flatMap((folder) => sourceFilesUnder(folder))
      .filter((file) => file !== 'ports/any-signal.ts')
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('AbortSignal.any('));
    expect(offenders).toEqual([]);
  });
});

/** A combined signal, and what aborts its source; holds the source only until then. */
function abortedLater(combine: (source: AbortSignal) => AbortSignal): {
  readonly combined: AbortSignal;
  readonly abort: () => void;
} {
  let controller: AbortController | undefined = new AbortController();
  const combined = combine(controller.signal);
  return {
    combined,
    abort: () => {
      controller?.abort();
      controller = undefined;
    },
  };
}
