import { expect, it, onTestFinished } from 'vitest';
import { createEventRegistry } from '../../../../../domain/kernel/event-registry.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { openMigratedEmbedded } from '../../../../support/databases.ts';
import { note, noted } from '../../../../support/events.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';

it('an embedded log gives its followers the events of an append without reading them back', async () => {
  const { database, dispose } = await openMigratedEmbedded();
  let pages = 0;
  const counting: Database = {
    ...database,
    query: (text, values) => {
      if (text.includes('event_log.page(')) pages += 1;
      return database.query(text, values);
    },
  };
  const eventStore = await createPostgresEventStore({
    database: counting,
    serializer: createEventSerializer({
      registry: createEventRegistry([noted]),
      vault: createInMemoryKeyVault(),
    }),
    logger: silentLogger,
    // No poll during the test.
    pollInterval: 600_000,
  });
  onTestFinished(async () => {
    await eventStore.close();
    await dispose();
  });
  const pagesOfLog = eventStore.subscribePages(0, undefined, new AbortController().signal);
  const follow = pagesOfLog[Symbol.asyncIterator]();
  const appendAndFollow = async (text: string): Promise<void> => {
    const page = follow.next();
    await eventStore.append('document-1', [note(text)], 'any');
    expect((await page).value?.events).toMatchObject([{ data: { text } }]);
  };
  // At the start the log is read up to its head.
  await appendAndFollow('first');
  await appendAndFollow('second');
  await appendAndFollow('third');

  const before = pages;
  for (const text of ['fourth', 'fifth', 'sixth']) await appendAndFollow(text);
  expect(pages).toBe(before);
});
