import { expect, it } from 'vitest';
import { subjectPurges } from '../../../../app/erasure/subject-purges.ts';
import type { Database } from '../../../../ports/database.ts';
import type { Generation } from '../../../../ports/generations.ts';

const generation = (definitionVersion: number, state: Generation['state']): Generation => ({
  projection: 'conversations',
  generation: 1,
  definitionVersion,
  state,
  position: 10,
  target: 0,
});

/** Counts the rows of the read models about a subject, in the stored generations. */
const purgeReadModels = async (stored: readonly Generation[]): Promise<number | undefined> => {
  const database = { kind: 'server', query: async () => [] } as unknown as Database;
  const purges = subjectPurges({
    database,
    generations: { list: async () => stored },
    projections: [{ name: 'conversations', sealedSince: 3 }, { name: 'timers' }],
  });
  const readModels = purges.find(({ place }) => place === 'read_models');
  return readModels?.purge({ subject: 'person:patient-4711', streamIds: new Set(), commandIds: new Set() });
};

it.each(['live', 'retired', 'building'] as const)(
  'certifies nothing while a %s read model of an older version holds the subject in plain text',
  async (state) => {
    await expect(purgeReadModels([generation(2, state), generation(3, 'live')])).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('plain text') },
    });
  },
);

it('counts the unreadable rows when all read models are sealed', async () => {
  expect(await purgeReadModels([generation(3, 'live')])).toBe(0);
});
