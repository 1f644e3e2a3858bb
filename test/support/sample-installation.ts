import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../domain/kernel/event.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import type { DatabaseKind } from './databases.ts';
import { confide, metadata, note } from './events.ts';
import { openEmptyInstallation, runOn, sha256 } from './open-stored-log.ts';

/** An event that references the blob with the given content. */
export const eventReferencing = (content: string): NewEvent => ({
  id: randomUUID(),
  type: 'IndexingRequested',
  data: { jobId: randomUUID(), docKey: 'guideline-x', version: 1, contentHash: sha256(content) },
  metadata: metadata(),
});

/** An installation with five events, two persons, a referenced and an unreferenced blob, an answer and a checkpoint. */
export const openSampleInstallation = async (kind: DatabaseKind, kurrent?: KurrentConfiguration) => {
  const installation = await openEmptyInstallation(kind);
  const running = await runOn(installation, kurrent);
  await installation.blobs.putBytes(Buffer.from('a guideline'));
  await installation.blobs.putBytes(Buffer.from('no event names this'));
  const { eventStore, idempotency } = running;
  await eventStore.append('document-1', [note('é “quoted” \\ \u2028 end')], 'no-stream');
  await eventStore.append('query-1', [confide('chest pain', 'conversation:1')], 'no-stream');
  await eventStore.append('query-2', [confide('headache', 'conversation:2')], 'no-stream');
  await eventStore.append('indexing-1', [eventReferencing('a guideline')], 'no-stream');
  await eventStore.append('document-1', [note('again')], 0);
  const scope = { actorId: 'a', command: 'AskQuery', key: 'k' };
  const answer = JSON.stringify({ outcome: { position: 2 } });
  await idempotency.claim(scope, 'input', randomUUID());
  await idempotency.complete(scope, answer);
  const lease = await running.leases.acquire('consumer:worker', new AbortController().signal);
  if (!lease) throw new Error('The lease was not granted.');
  await running.checkpoints.move('worker', 3, lease);
  await lease.release();
  return {
    ...installation,
    ...running,
    scope,
    answer,
    dispose: async () => {
      await running.eventStore.close();
      await installation.dispose();
    },
  };
};
export type SampleInstallation = Awaited<ReturnType<typeof openSampleInstallation>>;
