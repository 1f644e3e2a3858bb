import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, type Json, samplesFolder, startInProcess } from '../../support/server-in-process.ts';

describe('questions that no document answers', () => {
  let server: InProcess;
  const search = async (query: string) => {
    const { data } = await server.bodyOf(await server.post('/api/search', { query }));
    return data as { readonly results: readonly Json[]; readonly warnings: readonly string[] };
  };

  beforeAll(async () => {
    server = await startInProcess();
    for (const name of await readdir(samplesFolder)) await server.ingestSample(name);
  });
  afterAll(() => server.dispose());

  it.each([
    'how do I change the oil in my car',
    'best pizza recipe with mozzarella',
    'what is the weather tomorrow in Los Angeles',
    'mortgage interest rates this year',
    'how to train a puppy to sit',
    'stock price of a car company',
    'chess opening theory for black',
    'photosynthesis in plants',
    'how much paint do I need for a room',
    'pembrolizumab dose for melanoma',
    'how to perform cataract surgery',
    'asdf qwer zxcv',
  ])('find nothing, or only results marked as weak: %s', async (query) => {
    const { results, warnings } = await search(query);
    expect(results[0]?.weak ?? true).toBe(true);
    expect((await search(query)).results).toEqual(results);
    expect(warnings).toEqual(
      results.length === 0 ? [] : [expect.stringContaining('match the question only weakly')],
    );
  });

  it.each(['epi dose peds anaphylaxis', 'narcan', 'stroke scale', 'low blood sugar', 'child still seizing'])(
    'are distinguished from answerable ones: %s',
    async (query) => {
      const { results, warnings } = await search(query);
      expect(results.length).toBeGreaterThan(0);
      expect(results[0]).not.toHaveProperty('weak');
      expect(warnings).toEqual([]);
    },
  );

  it('are not answered confidently', async () => {
    const { status, answer, warnings } = await server.ask('how to perform cataract surgery');
    expect(status).toBe('answered');
    expect(`${String(answer)} ${String(warnings)}`).toMatch(/Nothing in the loaded documents|only weakly/);
  });
});
