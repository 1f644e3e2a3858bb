import { randomBytes } from 'node:crypto';
import {
  chooseKurrent,
  type KurrentConfiguration,
} from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { startKurrentServer } from './kurrent-server.ts';

/** Not for tests that need nothing but Node (vitest.config.ts). */
const realUrl = process.env.TEST_DATABASES === 'embedded' ? undefined : process.env.TEST_EVENTSTORE_URL;

/** What a connection string configures; every caller has its own streams. */
export const kurrentConfiguration = (
  url: string,
  prefix = `t${randomBytes(8).toString('hex')}.`,
): KurrentConfiguration => {
  const choice = chooseKurrent({ EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix });
  if (!choice.ok || !choice.value) throw new Error(choice.ok ? 'Nothing was chosen.' : choice.problem);
  return choice.value;
};

/** A KurrentDB for tests of what every one does: the real one where there is one, else one of our own. */
export const openKurrent = async (): Promise<{
  readonly url: string;
  readonly dispose: () => Promise<void>;
}> => {
  if (realUrl) return { url: realUrl, dispose: async () => {} };
  const server = await startKurrentServer();
  return { url: server.url(), dispose: () => server.kill() };
};
