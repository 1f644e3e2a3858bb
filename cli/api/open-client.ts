import { type ApiClient, createClient } from '../../client/create-client.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { explainFailure } from './explain-failure.ts';

/** Where the server is, and how to get a token for it. */
export type ApiAccess = {
  readonly url: string;
  /** Whether the person named the address, by an option or a variable. */
  readonly isNamed?: boolean;
  readonly token: () => Promise<string>;
  /** Why what belongs to somebody else is read. */
  readonly reason?: string | undefined;
};

/**
 * The HTTP API for the command line. A failure is a CliError with the server's refusal as a sentence, or with the reason
 * why there was no answer. It waits when a rate limit applies; each command decides whether to wait for an absent server.
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
    headers: { 'User-Agent': 'anamnesis-cli' },
    explain: explainFailure(url, isNamed),
    ...omitUndefined({ reason }),
  });
