import { expect } from 'vitest';
import { ConfigurationError } from '../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { startServer } from '../../app/start-server.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { silentLogger } from '../../ports/logger.ts';

/**
 * Starts a server in this process that should refuse, and returns its message: `app/main.ts` prints it in one line
 * after "Anamnesis could not start.".
 */
export const refusedStart = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const refused: unknown = await (async () => {
    const server = await startServer({
      configuration: readConfiguration({ PORT: '0', ...environment }),
      version: 'test',
      replace: { logger: silentLogger },
    });
    await server.stop();
  })().catch((error: unknown) => error);
  if (!(refused instanceof ConfigurationError || refused instanceof Failure)) throw refused;
  // Errors of the environment come as a list.
  if (refused instanceof Failure) expect(refused.message).toMatch(/^[^\n]+$/);
  return refused.message;
};
