import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInProcess } from '../support/server-in-process.ts';

let server: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.dispose());

/** A text of paragraphs about one subject each, different from those of every other subject. */
const about = (...things: readonly string[]): string =>
  things
    .map((thing) =>
      Array.from(
        { length: 30 },
        (_, step) => `${thing} ${step}: look at the ${thing} with ${thing}${step} beside ${thing}x${step}.`,
      ).join('\n'),
    )
    .join('\n\n');

const findsOf = async (query: string): Promise<readonly string[]> => {
  await server.settled();
  const answer = await server.bodyOf(await server.post('/api/search', { query }));
  return (answer.data as { results: readonly { text: string }[] }).results.map(({ text }) => text);
};

it('a document stays in search when unrelated content arrives under its key, until the uploader confirms the replacement', async () => {
  const key = { docKey: 'protocol-airway' };
  expect(await server.ingest(about('airway', 'tongue'), 'airway.txt', key)).toMatchObject({
    state: 'COMPLETED',
  });

  const other = await server.ingest(about('fracture', 'splint'), 'airway.txt', key);
  expect(other).toMatchObject({ state: 'FAILED', version: 2, errorReason: 'unlike_predecessor' });
  expect(other.errorMessage).toContain('version 1');
  expect((await findsOf('look at the tongue')).join()).toContain('tongue');
  expect((await findsOf('look at the fracture')).join()).not.toContain('fracture');

  // A revision passes.
  expect(await server.ingest(about('airway', 'larynx'), 'airway.txt', key)).toMatchObject({
    state: 'COMPLETED',
    version: 3,
  });
  expect(
    await server.ingest(about('fracture', 'splint'), 'airway.txt', { ...key, replace: 'true' }),
  ).toMatchObject({
    state: 'COMPLETED',
    version: 4,
  });
  expect((await findsOf('look at the fracture')).join()).toContain('fracture');
});
