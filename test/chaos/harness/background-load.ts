import type { ChaosClient, ChaosResponse } from '../load/chaos-client.ts';
import type { Ledger } from '../load/ledger.ts';
import type { Mix, OperationName } from '../load/operations.ts';
import { runLoad } from '../load/run-load.ts';
import type { ScenarioContext } from './scenario.ts';
import { createRandom } from './seeded-random.ts';

type BackgroundLoad = {
  /** Ends the load, and waits for requests in progress. */
  readonly end: () => Promise<void>;
};

/** Background load during the faults of a scenario. `name` seeds its random choices. */
export const startLoad = (
  context: ScenarioContext,
  client: ChaosClient,
  ledger: Ledger,
  options: {
    readonly name: number;
    readonly mix?: Mix;
    readonly clients?: number;
    readonly onResponse?: (name: OperationName, response: ChaosResponse, milliseconds: number) => void;
  },
): BackgroundLoad => {
  const ended = new AbortController();
  const { count, violate, seed, signal, pace } = context;
  const services = {
    client,
    ledger,
    random: createRandom(seed + options.name),
    count,
    violate,
    ...(options.onResponse ? { onResponse: options.onResponse } : {}),
  };
  const running = runLoad(services, AbortSignal.any([ended.signal, signal]), {
    pace,
    ...(options.mix ? { mix: options.mix } : {}),
    ...(options.clients ? { clients: options.clients } : {}),
  });
  return {
    end: async () => {
      ended.abort();
      await running;
    },
  };
};
