import type { Configuration } from '../app/configuration/configuration.ts';
import { createLogger } from '../infra/observability/create-logger.ts';
import type { Logger } from '../ports/logger.ts';
import type { Terminal } from './output/terminal.ts';

/** The log of a command that opens a data directory itself. It goes with the remarks: standard output belongs to results. */
export const createCliLogger = (
  { logLevel }: Pick<Configuration, 'logLevel'>,
  { remarks }: Terminal,
): Logger => createLogger({ level: logLevel, traces: { current: () => undefined }, destination: remarks });
