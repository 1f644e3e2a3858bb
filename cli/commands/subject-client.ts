import type { ApiClient } from '../../client/create-client.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';

/** Runs `use` with a client. Does not create a missing data directory, which could not contain any subject. */
export const withSubjectClient = <Result>(
  { environment, terminal, signal }: CliRun,
  url: string | undefined,
  use: (client: ApiClient) => Promise<Result>,
): Promise<Result> => withServer({ url, environment, terminal, signal, mayCreate: false }, use);
