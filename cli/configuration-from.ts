import type { Configuration } from '../app/configuration/configuration.ts';
import { ConfigurationError } from '../app/configuration/configuration-error.ts';
import { readConfiguration } from '../app/configuration/read-configuration.ts';
import { CliError } from './cli-error.ts';
import type { Environment } from './environment.ts';

/**
 * Reads the configuration for a command.
 *
 * @throws CliError that names the invalid variables
 */
export const configurationFrom = (environment: Environment): Configuration => {
  try {
    // Inside a command, only errors are of interest, and only this process may reach the server.
    const { TLS_CERT: _, TLS_KEY: __, ...rest } = environment;
    return readConfiguration({ LOG_LEVEL: 'error', ...rest, HOST: '127.0.0.1', PORT: '0' });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CliError(error.message);
    throw error;
  }
};
