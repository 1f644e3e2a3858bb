import { startFailure } from '../../app/start-checks/start-failure.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, interrupted } from '../cli-error.ts';
import type { Migration } from './migration.ts';

const resume = 'Run the command again: it continues where it stopped.';

/** Names the ends by the options of the command instead of the server's variable. */
const namingOptions = (message: string, from: string, to: string): string => {
  const servers = [...(from === 'embedded' ? [] : ['--from']), ...(to === 'embedded' ? [] : ['--to'])];
  return message.replace('Check DATABASE_URL.', `Check ${servers.join(' and ')}.`);
};

/** Explains an error of a migration in terms of its options. */
export const explainFailure = (
  error: unknown,
  { configuration, from, to }: Pick<Migration, 'configuration' | 'from' | 'to'>,
  signal: AbortSignal,
): unknown => {
  if (signal.aborted) return interrupted(`Interrupted. ${resume}`);
  const databaseUrl = [to.database, from.database].find((place) => place !== 'embedded');
  const known = startFailure(
    error,
    databaseUrl === undefined ? configuration : { ...configuration, databaseUrl },
  );
  if (!(known instanceof Failure)) return error;
  return new CliError(namingOptions(known.reason.message, from.database, to.database), {
    ...(known.reason.code === 'rule_violated' ? {} : { hint: resume }),
    cause: error,
  });
};
