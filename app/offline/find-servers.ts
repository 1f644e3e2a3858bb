import { findRunningServers } from '../../infra/installation/data-directory/find-running-servers.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { isProof, newChallenge } from '../../infra/installation/data-directory/server-proof.ts';
import { Refusal } from '../refusal.ts';

/** One on a machine under load takes seconds. */
const ALIVE_TIMEOUT_MS = 10_000;

/**
 * Whether the server on the data directory answers at an address. Where it runs in a container, or a file was left on a
 * file system without locks, somebody else may: they must get neither a token nor what is asked.
 */
const answers = async (url: string, secret: Uint8Array, signal: AbortSignal): Promise<boolean> => {
  const challenge = newChallenge();
  try {
    const response = await fetch(new URL('/health/live', url), {
      headers: { 'X-Anamnesis-Challenge': challenge },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ALIVE_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok && isProof(secret, challenge, response.headers.get('X-Anamnesis-Proof') ?? '');
  } catch {
    return false;
  }
};

/** The URLs of the servers on the data directory, and of these the one that answers here. */
export type Servers = { readonly alive: readonly string[]; readonly reachable: string | undefined };

/**
 * The data directory with the secret that signs tokens.
 *
 * @throws Refusal when it cannot be read
 */
export const openKeys = async (dataDir: string): Promise<DataDirectory> => {
  try {
    return await openDataDirectory(dataDir);
  } catch (cause) {
    throw new Refusal(`The keys of the data directory ${dataDir} cannot be read.`, {
      hint: 'Run the command as the user who runs the server, or set ANAMNESIS_URL and ANAMNESIS_TOKEN.',
      cause,
    });
  }
};

/**
 * Looks for servers that run on a data directory, and asks each to prove that it is one.
 *
 * @param trust is given the certificates that they use: who may write into the data directory could do worse than have
 *   one trusted
 * @param signal ends the wait for servers that do not answer: none is then reachable
 */
export const findServers = async (
  dataDir: string,
  trust: (certificates: readonly string[]) => void,
  signal: AbortSignal,
): Promise<Servers> => {
  const running = await findRunningServers(dataDir);
  const alive = running.map(({ url }) => url);
  trust(running.flatMap(({ certificate }) => certificate ?? []));
  if (alive.length === 0) return { alive, reachable: undefined };
  const { tokenSecret } = await openKeys(dataDir);
  const reached = await Promise.all(alive.map((url) => answers(url, tokenSecret, signal)));
  return { alive, reachable: alive.find((_url, index) => reached[index]) };
};
