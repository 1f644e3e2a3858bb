import { findRunningServers } from '../../infra/installation/data-directory/find-running-servers.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { isValidProof, newChallenge } from '../../infra/installation/data-directory/server-proof.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { Refusal } from '../refusal.ts';

/** Generous, because a server on a loaded machine takes seconds to answer. */
const ALIVE_TIMEOUT_MS = 10_000;

/**
 * Whether the server of the data directory answers at an address. If it runs in a container, or a stale file was left on a
 * file system without locks, some other server may answer there, which must receive neither a token nor a request.
 */
const answers = async (url: string, secret: Uint8Array, signal: AbortSignal): Promise<boolean> => {
  const challenge = newChallenge();
  try {
    const response = await fetch(new URL('/health/live', url), {
      headers: { 'X-Anamnesis-Challenge': challenge },
      redirect: 'error',
      signal: anySignal([signal, AbortSignal.timeout(ALIVE_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok && isValidProof(secret, challenge, response.headers.get('X-Anamnesis-Proof') ?? '');
  } catch {
    return false;
  }
};

/** The URLs of the servers on the data directory, and the one of them that can be reached from here. */
export type Servers = { readonly alive: readonly string[]; readonly reachable: string | undefined };

const CANNOT_READ_HINT =
  'Run the command as the user who runs the server, or set ANAMNESIS_URL and ANAMNESIS_TOKEN.';

/**
 * Opens the data directory with the secret that signs tokens.
 *
 * @throws Refusal when it cannot be read
 */
export const openKeys = async (dataDir: string): Promise<DataDirectory> => {
  try {
    return await openDataDirectory(dataDir);
  } catch (cause) {
    throw new Refusal(`The keys of the data directory ${dataDir} cannot be read.`, {
      hint: CANNOT_READ_HINT,
      cause,
    });
  }
};

/**
 * Looks for servers that run on a data directory, and verifies that each of them knows its secret.
 *
 * @param trust receives their certificates; anyone who can write to the data directory could do worse than add one
 * @param signal ends the wait for servers that do not answer; none is then reachable
 * @throws Refusal when the data directory cannot be read
 */
export const findServers = async (
  dataDir: string,
  trust: (certificates: readonly string[]) => void,
  signal: AbortSignal,
): Promise<Servers> => {
  const running = await findRunningServers(dataDir).catch((cause: unknown) => {
    throw new Refusal(`The data directory ${dataDir} cannot be read.`, { hint: CANNOT_READ_HINT, cause });
  });
  const alive = running.map(({ url }) => url);
  trust(running.flatMap(({ certificate }) => certificate ?? []));
  if (alive.length === 0) return { alive, reachable: undefined };
  const { tokenSecret } = await openKeys(dataDir);
  const reached = await Promise.all(alive.map((url) => answers(url, tokenSecret, signal)));
  return { alive, reachable: alive.find((_url, index) => reached[index]) };
};
