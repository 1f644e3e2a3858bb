import { createLogger } from '../../infra/observability/create-logger.ts';
import { type LogStream, logDestination } from '../../infra/observability/log-destination.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** Creates the logger of a task that opens a data directory itself. It has no traces, because it serves no requests. */
export const createTaskLogger = (
  { logLevel, logFormat }: Pick<Configuration, 'logLevel' | 'logFormat'>,
  stream: LogStream,
): Logger =>
  createLogger({
    level: logLevel,
    traces: { current: () => undefined },
    destination: logDestination(stream, logFormat),
  });
