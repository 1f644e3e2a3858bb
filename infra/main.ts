/** Starts the server. All settings come from the environment; see the README. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../domain/kernel/failure.ts';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { startServer } from './start-server.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')));

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

try {
  const configuration = readConfiguration(process.env);
  const server = await startServer({ configuration, version });
  say(`Anamnesis ${version} is listening on ${server.url}`);
  say(`Data directory: ${server.application.dataDirectory.path}`);
  if (server.application.freshAdminToken !== undefined) {
    say(`Admin token (shown this once, keep it safe): ${server.application.freshAdminToken}`);
  }
  const { databaseUrl, vectorIndex } = configuration;
  if (databaseUrl !== undefined && vectorIndex === 'auto' && server.application.vectorHome === 'bytes') {
    say('pgvector is not installed on the database server: vectors are compared in this process.');
  }

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second time somebody is in a hurry; nothing acknowledged can be lost.
      if (stopping) process.exit(130);
      stopping = true;
      say('Stopping: finishing what is under way …');
      server.stop().then(
        () => {
          say('Stopped.');
          process.exit(0);
        },
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  const known = error instanceof ConfigurationError || error instanceof Failure;
  process.stderr.write(
    `Anamnesis could not start. ${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : ''}\n`,
  );
  process.exit(1);
}
