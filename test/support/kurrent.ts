import { randomBytes } from 'node:crypto';
import {
  chooseKurrent,
  type KurrentConfiguration,
} from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { startKurrentServer } from './kurrent-server.ts';

/** Ignored in tests that need only Node (vitest.config.ts). */
const realUrl = process.env.TEST_DATABASES === 'embedded' ? undefined : process.env.TEST_EVENTSTORE_URL;

/** The configuration for a connection string, with streams of its own for each caller. */
export const kurrentConfiguration = (
  url: string,
  prefix = `t${randomBytes(8).toString('hex')}.`,
): KurrentConfiguration => {
  const choice = chooseKurrent({ EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix });
  if (!choice.ok || !choice.value) throw new Error(choice.ok ? 'Nothing was chosen.' : choice.problem);
  return choice.value;
};

/** A KurrentDB for the tests of shared behaviour: a real one if available, otherwise our test server. */
export const openKurrent = async (): Promise<{
  readonly url: string;
  readonly dispose: () => Promise<void>;
}> => {
  if (realUrl) return { url: realUrl, dispose: async () => {} };
  const server = await startKurrentServer();
  return { url: server.url(), dispose: () => server.kill() };
};
