import { describe, expect, it } from 'vitest';
import { nodeHasher } from '../../../../../infra/installation/node-hasher.ts';
import { cacheScreenings } from '../../../../../infra/models/phi-detection/cache-screenings.ts';
import { patternDetector } from '../../../../../infra/models/phi-detection/pattern-detector.ts';
import type { PhiDetector } from '../../../../../ports/phi-detector.ts';

const watched = (failed: readonly string[] = []) => {
  const asked: string[] = [];
  const detector: PhiDetector = {
    ...patternDetector,
    screen: async (text, options) => {
      asked.push(text);
      return { ...(await patternDetector.screen(text, options)), failed };
    },
  };
  return { asked, detector };
};

describe('a screened text', () => {
  it('is not screened again, and its result is the same', async () => {
    const { asked, detector } = watched();
    const remembering = cacheScreenings(detector, nodeHasher);
    const first = await remembering.screen('MRN 4471902, croup');
    expect(await remembering.screen('MRN 4471902, croup')).toEqual(first);
    expect(first.detected).toBe(true);
    expect(asked).toEqual(['MRN 4471902, croup']);
  });

  it('does not affect any other text', async () => {
    const { asked, detector } = watched();
    const remembering = cacheScreenings(detector, nodeHasher);
    await remembering.screen('croup');
    expect((await remembering.screen('croup, MRN 4471902')).detected).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is screened again when a detector had failed', async () => {
    const { asked, detector } = watched(['presidio-en']);
    const remembering = cacheScreenings(detector, nodeHasher);
    await remembering.screen('croup');
    await remembering.screen('croup');
    expect(asked).toHaveLength(2);
  });

  it('is evicted after too many other texts', async () => {
    const { asked, detector } = watched();
    const remembering = cacheScreenings(detector, nodeHasher, 2);
    for (const text of ['one', 'two', 'three', 'three', 'one']) await remembering.screen(text);
    expect(asked).toEqual(['one', 'two', 'three', 'one']);
  });
});
