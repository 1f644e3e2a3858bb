import { findServers, type Servers } from '../app/offline/find-servers.ts';
import { interrupted } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { trustCertificates } from './trust-certificates.ts';

/** Most servers answer within this time; a longer wait is explained to the person. */
const SILENT_MS = 2_000;

/**
 * Looks for servers that run on a data directory, and trusts the certificates that they registered there.
 *
 * @throws CliError when it is interrupted, for example because a server hangs
 */
export const discoverServers = async (
  dataDir: string,
  { terminal, signal }: Pick<CliRun, 'terminal' | 'signal'>,
): Promise<Servers> => {
  const late = setTimeout(() => terminal.note(`Waiting for the server on ${dataDir} to answer …`), SILENT_MS);
  try {
    const servers = await findServers(dataDir, trustCertificates, signal);
    if (signal.aborted) throw interrupted();
    return servers;
  } finally {
    clearTimeout(late);
  }
};
