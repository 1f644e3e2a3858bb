import { type ExecuteOptions, executeDecider } from '../../commands/runtime/execute-decider.ts';
import type { StreamId } from '../../domain/kernel/event.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { ok } from '../../domain/kernel/result.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { createMemoryStateCache } from '../../infra/storage/cache/memory-state-cache.ts';
import type { PostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { count, type counted } from '../support/events.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';

const PAGE = 1000;

type Added = EventOf<typeof counted>;
const adder = {
  initialState: 0,
  decide: (n: number) => ok([{ type: 'Counted' as const, data: { n } }]),
  evolve: (sum: number, { data }: Added) => sum + data.n,
};

const fill = async (store: PostgresEventStore, streamId: StreamId, events: number): Promise<void> => {
  for (let stored = 0; stored < events; stored += PAGE) {
    await store.append(
      streamId,
      Array.from({ length: Math.min(PAGE, events - stored) }, () => count(1)),
      'any',
    );
  }
};

/** Commands on long streams. */
export const longStreams: Benchmark = {
  name: 'long-streams',
  run: async (context) => {
    await using opened = await openBenchDatabase(context);
    const store = await openBenchStore(opened.database);
    const identity = createIdentitySource();
    const rounds = context.quick ? 2 : 5;

    const millisecondsOf = async (
      streamId: StreamId,
      services: ExecuteOptions<number, Added, number>['services'],
    ): Promise<number> => {
      const commandId = identity.newId();
      const started = performance.now();
      await executeDecider({
        decider: adder,
        streamId,
        commands: [1],
        context: { actor: { id: 'bench', role: 'service' }, commandId, correlationId: commandId },
        services,
      });
      return performance.now() - started;
    };

    const figures: Figure[] = [];
    for (const events of context.quick ? [100, 1000] : [1000, 100_000]) {
      const streamId: StreamId = `settings-${events}`;
      await fill(store, streamId, events);
      await opened.database.query('analyze event_log.events');
      const whole = { eventStore: store, identity };
      const kept = { ...whole, states: createMemoryStateCache() };
      await millisecondsOf(streamId, kept);
      const { baseline, measured } = await interleave(rounds, {
        baseline: () => millisecondsOf(streamId, whole),
        measured: () => millisecondsOf(streamId, kept),
      });
      figures.push(
        compare({
          name: `a command on a stream of ${events.toLocaleString('en-US')} events`,
          unit: 'ms',
          measured,
          baseline: 'folding the whole stream, as the first command does',
          baselineMeasured: baseline,
        }),
      );
    }
    await store.close();
    return { figures };
  },
};
