import { findServers, type Servers } from '../app/offline/find-servers.ts';
import { trustCertificates } from './trust-certificates.ts';

/** Looks for servers that run on a data directory, and trusts the certificates that they say they use. */
export const lookForServers = (dataDir: string): Promise<Servers> => findServers(dataDir, trustCertificates);
