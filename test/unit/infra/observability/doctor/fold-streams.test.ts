import { expect, it } from 'vitest';
import { createStreamFolder } from '../../../../../infra/observability/doctor/fold-streams.ts';
import { createInMemoryEventStore } from '../../../../support/in-memory-event-store.ts';
import { uuidOf } from '../../../../support/recorded-history.ts';
import * as sample from '../../../../support/sample-events.ts';

/** Three questions with interleaved events, and one with an invalid start. */
const interleaved = async () => {
  const store = createInMemoryEventStore();
  const ids = [1, 2, 3].map(uuidOf);
  const steps = [sample.asked, (id: string) => sample.screened(id, []), sample.queryCancelled];
  const events = [...steps.flatMap((step) => ids.map((id) => step(id))), sample.queryCancelled(uuidOf(4))];
  for (const [index, { streamId, event }] of events.entries()) {
    const metadata = {
      correlationId: 'test',
      causationId: 'test',
      actor: { id: 'test', role: 'service' as const },
      phi: false,
    };
    await store.append(streamId, [{ ...event, id: uuidOf(100 + index), metadata }], 'any');
  }
  return store;
};

it.each([
  ['all streams are kept', { streams: 10, bytes: 1_000_000 }, 0],
  ['one stream is kept, and the others are read again', { streams: 1, bytes: 1_000_000 }, 6],
  ['no stream is kept because of its size', { streams: 10, bytes: 1 }, 6],
])('the fold finds the same when %s', async (_, limits, readAgain) => {
  const store = await interleaved();
  let reads = 0;
  const fold = createStreamFolder(
    {
      readStream: (...given) => {
        reads += 1;
        return store.readStream(...given);
      },
    },
    limits,
  );
  const found = [];
  for (const event of store.events) found.push(await fold(event));
  expect(found.filter((one) => one !== undefined)).toEqual([
    'The stream of event 10 begins with QueryCancelled, which cannot be its beginning.',
  ]);
  expect(reads).toBe(readAgain);
});
