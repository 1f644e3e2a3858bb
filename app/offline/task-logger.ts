import type { DestinationStream } from 'pino';
import { createLogger } from '../../infra/observability/create-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The log of a task that opens a data directory in a process of its own, which serves nobody: no trace goes through it. */
export const createTaskLogger = (
  { logLevel }: Pick<Configuration, 'logLevel'>,
  destination: DestinationStream,
): Logger => createLogger({ level: logLevel, traces: { current: () => undefined }, destination });
