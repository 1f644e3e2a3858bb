import type { Configuration } from '../app/configuration/configuration.ts';
import { createTaskLogger } from '../app/offline/task-logger.ts';
import type { Logger } from '../ports/logger.ts';
import type { Terminal } from './output/terminal.ts';

/** The logger of a command that opens a data directory itself. It writes to standard error, apart from the results. */
export const createCliLogger = (
  configuration: Pick<Configuration, 'logLevel' | 'logFormat'>,
  { remarks }: Terminal,
): Logger => createTaskLogger(configuration, remarks);
