import type { Configuration } from '../app/configuration/configuration.ts';
import { createTaskLogger } from '../app/offline/task-logger.ts';
import type { Logger } from '../ports/logger.ts';
import type { Terminal } from './output/terminal.ts';

/** The log of a command that opens a data directory itself. It goes with the remarks: standard output belongs to results. */
export const createCliLogger = (
  configuration: Pick<Configuration, 'logLevel' | 'logFormat'>,
  { remarks }: Terminal,
): Logger => createTaskLogger(configuration, remarks);
