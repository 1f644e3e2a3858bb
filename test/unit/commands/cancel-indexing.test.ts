import { describe, expect, it } from 'vitest';
import { createCancelIndexing } from '../../../commands/cancel-indexing.ts';
import { retryIndexing } from '../../../commands/retry-indexing.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';

const DOC_KEY = 'guideline-leaflet';

/** A document whose job no worker has started: it has no stream. */
const openWithWaitingJob = async () => {
  const opened = openCommandRuntime();
  const { eventStore, identity, callerOf, run } = opened;
  const jobId = identity.newId();
  await eventStore.append(
    streamIdOf('document', DOC_KEY),
    [
      {
        id: identity.newId(),
        type: documentVersionAdded.type,
        data: {
          docKey: DOC_KEY,
          version: 1,
          jobId,
          contentHash: 'a'.repeat(64),
          size: 10,
          format: 'text',
          fileName: 'leaflet.txt',
          metadata: { title: 'Leaflet', sourceType: 'guideline', containsPhi: false },
        },
        metadata: {
          correlationId: jobId,
          causationId: jobId,
          actor: { id: 'dora', role: 'admin' },
          phi: false,
          subject: `document:${DOC_KEY}`,
        },
      },
    ],
    'no-stream',
  );
  const cancelIndexing = createCancelIndexing(async (id) => (id === jobId ? DOC_KEY : undefined));
  const caller = callerOf('dora', 'admin');
  return {
    ...opened,
    jobId,
    cancel: (id: string) => run({ definition: cancelIndexing, input: { jobId: id }, caller }),
    retry: () => run({ definition: retryIndexing, input: { jobId }, caller: callerOf('dora', 'admin') }),
  };
};

describe('cancelling an indexing job before a worker starts it', () => {
  it('fails the job, which can be retried like any other', async () => {
    const { jobId, cancel, retry, eventStore } = await openWithWaitingJob();
    expect(await cancel(jobId)).toMatchObject({ outcome: { ids: { jobId, state: 'FAILED' } } });
    const recorded = eventStore.events.filter(({ streamId }) => streamId === `indexing-${jobId}`);
    expect(recorded.map(({ type, metadata }) => [type, metadata.subject])).toEqual([
      ['IndexingRequested', `document:${DOC_KEY}`],
      ['IndexingFailed', `document:${DOC_KEY}`],
    ]);
    expect(recorded.at(-1)?.data).toMatchObject({ reason: 'cancelled' });
    expect(await retry()).toMatchObject({ outcome: { ids: { jobId, state: 'PENDING' } } });
  });

  it('rejects a job that was never requested', async () => {
    const { identity, cancel, typesInLog } = await openWithWaitingJob();
    await expect(cancel(identity.newId())).rejects.toMatchObject({ reason: { code: 'not_found' } });
    expect(typesInLog()).toEqual([documentVersionAdded.type]);
  });
});
