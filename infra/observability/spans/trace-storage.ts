import type { EventStore } from '../../../ports/event-store.ts';
import { inSpan } from '../../../ports/in-span.ts';
import type { SealedBlobs } from '../../../ports/sealed-blobs.ts';
import type { NewSpan } from '../../../ports/span.ts';
import type { TraceScope } from '../../../ports/trace-scope.ts';

type Stores = { readonly eventStore: EventStore; readonly sealedBlobs: SealedBlobs };

const blobSpan = (operation: string): NewSpan => ({
  name: `blob ${operation}`,
  kind: 'internal',
  attributes: { 'anamnesis.blob.operation': operation },
});

/** Records a span for each append and each access to a file. The span of a streamed read ends at its first piece. */
export const traceStorage = <Storage extends Stores>(
  storage: Storage,
  traces: Pick<TraceScope, 'open'>,
): Storage => {
  const { eventStore, sealedBlobs } = storage;
  return {
    ...storage,
    eventStore: {
      ...eventStore,
      append: (streamId, events, expected, options) =>
        inSpan(
          traces,
          {
            name: 'append',
            kind: 'internal',
            attributes: {
              'anamnesis.stream.category': streamId.slice(0, streamId.indexOf('-')),
              'anamnesis.events': events.length,
            },
          },
          () => eventStore.append(streamId, events, expected, options),
        ),
    },
    sealedBlobs: {
      ...sealedBlobs,
      stage: (content, limit) => inSpan(traces, blobSpan('stage'), () => sealedBlobs.stage(content, limit)),
      putBytes: (content, subject) =>
        inSpan(traces, blobSpan('put'), () => sealedBlobs.putBytes(content, subject)),
      get: (sha256, subject) => inSpan(traces, blobSpan('get'), () => sealedBlobs.get(sha256, subject)),
      read: async function* (sha256, subject, range) {
        const pieces = sealedBlobs.read(sha256, subject, range)[Symbol.asyncIterator]();
        try {
          let piece = await inSpan(traces, blobSpan('read'), () => pieces.next());
          while (piece.done !== true) {
            yield piece.value;
            piece = await pieces.next();
          }
        } finally {
          await pieces.return?.();
        }
      },
    },
  };
};
