import type { ApiClient } from '../../client/create-client.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';

/** Uses the client of a server; a data directory that is not there is not made, as no subject would be in it. */
export const withSubjectClient = <Result>(
  { environment, terminal, signal }: CliRun,
  url: string | undefined,
  use: (client: ApiClient) => Promise<Result>,
): Promise<Result> => withServer({ url, environment, terminal, signal, mayCreate: false }, use);
