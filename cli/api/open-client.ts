import { type ApiClient, createClient } from '../../client/create-client.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { explainFailure } from './explain-failure.ts';

/** Where the server is, and how to get a token for it. */
export type ApiAccess = {
  readonly url: string;
  readonly token: () => Promise<string>;
  /** Why what belongs to somebody else is read. */
  readonly reason?: string | undefined;
};

/**
 * The HTTP API for the command line: what fails is a CliError, with the server's refusal as a sentence or why there was no
 * answer. What a limit of the user holds up is waited for; whether to wait for a server that is away, each command knows.
 */
export const openClient = ({ url, token, reason }: ApiAccess, signal: AbortSignal): ApiClient =>
  createClient({
    url,
    token,
    signal,
    retry: 'limits',
    headers: { 'User-Agent': 'anamnesis-cli' },
    explain: explainFailure(url),
    ...omitUndefined({ reason }),
  });
