import { createToolExecutor } from '../../consumers/tool-executor/tool-executor.ts';
import type { HttpFixture } from './http-api.ts';
import { testDelivery } from './tool-calls.ts';

/** Executes the tool calls requested over HTTP, until the scope ends. It is the only executor, so it needs no lease. */
export const executeToolCalls = ({ services }: Pick<HttpFixture, 'services'>): AsyncDisposable => {
  const { toolCalls } = services.commandServices;
  if (!toolCalls) throw new Error('There are no tools.');
  const { eventStore } = services;
  const executor = createToolExecutor({
    ...toolCalls,
    eventStore: {
      ...eventStore,
      append: (streamId, events, expected) => eventStore.append(streamId, events, expected),
    },
  });
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    const under = new Set<Promise<void>>();
    for await (const event of eventStore.subscribe(0, { types: executor.eventTypes }, stopping.signal)) {
      const handled = executor.handle(event, testDelivery(stopping.signal, 1)).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
      under.add(handled);
      handled.finally(() => under.delete(handled)).catch(() => {});
    }
    await Promise.all(under);
  };
  const working = work();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await working;
    },
  };
};
