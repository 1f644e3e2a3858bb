import { type ApiClient, createClient } from '../../client/create-client.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { explainFailure } from './explain-failure.ts';

/** The address of the server, and how to get a token for it. */
export type ApiAccess = {
  readonly url: string;
  /** Whether the person named the address, with an option or a variable. */
  readonly isNamed?: boolean;
  readonly token: () => Promise<string>;
  /** The reason for reading somebody else's data. */
  readonly reason?: string | undefined;
};

/**
 * Opens the HTTP API for the command line. Every failure is a CliError that explains the server's refusal, or why there
 * was no answer. The client waits out rate limits; each command decides whether to wait for an unreachable server.
 */
export const openClient = (
  { url, isNamed = false, token, reason }: ApiAccess,
  signal: AbortSignal,
): ApiClient =>
  createClient({
    url,
    token,
    signal,
    retry: 'limits',
    // Each command knows what its reads must include; others show what there is, also while a read model lags.
    reads: 'given',
    headers: { 'User-Agent': 'anamnesis-cli' },
    explain: explainFailure(url, isNamed),
    ...omitUndefined({ reason }),
  });
