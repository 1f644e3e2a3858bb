import { afterAll, beforeAll } from 'vitest';
import { describeEventStore } from '../../../../contract/event-store.contract.ts';
import { databaseKinds, embedded } from '../../../../support/databases.ts';
import { openKurrent } from '../../../../support/kurrent.ts';
import { openKurrentHarness } from '../../../../support/kurrent-harness.ts';

let kurrent: Awaited<ReturnType<typeof openKurrent>>;
beforeAll(async () => {
  kurrent = await openKurrent();
});
afterAll(() => kurrent.dispose());

/** Also on the embedded database when there is a server, because most installations use it. */
const kinds = new Set([embedded, ...databaseKinds]);

for (const kind of kinds) {
  describeEventStore(`KurrentDB beside ${kind.name}`, async () => {
    const harness = await openKurrentHarness(kurrent.url, { kind, probesAppendSize: false });
    const store = await harness.open();
    const newerStore = await harness.openNewer();
    return {
      store,
      newerStore,
      takeLease: harness.takeLease,
      rawText: async () =>
        JSON.stringify([
          await store.readStored(0, 1000),
          await harness.database.query('select * from event_log.numbering'),
        ]),
      eraseSubject: harness.eraseSubject,
      eraseElsewhere: harness.eraseElsewhere,
      dispose: harness.dispose,
    };
  });
}
