import type { ChaosResponse } from './chaos-client.ts';
import {
  createOperations,
  type Mix,
  type OperationName,
  type OperationServices,
  usualMix,
} from './operations.ts';

/**
 * The intensity of the load. Concurrent requests: enough to interrupt every kind of work, few enough for two cores.
 * Milliseconds between two requests of a client: about two hundred requests per second in total, or twenty.
 */
const paces = {
  full: { clients: 6, least: 5, most: 45 },
  gentle: { clients: 4, least: 100, most: 300 },
} as const;
export type Pace = keyof typeof paces;
/** Milliseconds after a request without a response, so that an absent server is not hammered. */
const PAUSE_AFTER_LOSS = 100;

/**
 * Clients that send one request after another until the signal aborts; requests in progress are awaited. `endOnLoss`
 * stops a client at its first broken connection, for a server that will not return.
 */
export const runLoad = async (
  services: OperationServices,
  signal: AbortSignal,
  options: {
    readonly pace: Pace;
    readonly mix?: Mix;
    readonly clients?: number;
    readonly endOnLoss?: boolean;
  },
): Promise<void> => {
  let lost = 0;
  const { clients, least, most } = paces[options.pace];
  const operations = createOperations({
    ...services,
    onResponse: (name: OperationName, response: ChaosResponse, milliseconds: number) => {
      if (response.kind === 'lost') lost += 1;
      services.onResponse?.(name, response, milliseconds);
    },
  });
  const mix = options.mix ?? usualMix;
  const client = async (): Promise<void> => {
    while (!signal.aborted) {
      const before = lost;
      await operations[services.random.weighted(mix as Record<OperationName, number>)]();
      const isCutOff = lost !== before;
      if (isCutOff && options.endOnLoss) return;
      const thinking = services.random.between(least, most);
      await new Promise((resolve) => setTimeout(resolve, isCutOff ? PAUSE_AFTER_LOSS : thinking));
    }
  };
  await Promise.all(Array.from({ length: options.clients ?? clients }, client));
};
