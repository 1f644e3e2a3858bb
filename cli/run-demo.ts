import { ConfigurationError } from '../app/configuration/configuration-error.ts';
import { readConfiguration } from '../app/configuration/read-configuration.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { CliError, type ExitCode, exitCodes } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { createCliLogger } from './create-cli-logger.ts';
import { discoverServers } from './discover-servers.ts';
import { fitScreen } from './output/fit-screen.ts';
import { runCli } from './run-cli.ts';

/** The commands of the demo, in the order in which a newcomer would type them. */
const steps: readonly (readonly string[])[] = [
  ['ingest', 'samples', '--source-type', 'guideline', '--specialty', 'emergency_medicine'],
  ['ask', 'pediatric epinephrine dose for anaphylaxis'],
];

/** Signs a browser in to the console of the demo's own server; a server of others gets no new user. */
const signIn = ['tokens', 'create', 'demo', '--roles', 'clinician,admin', '--replace', '--link'] as const;

const written = (word: string): string => (/^[\w.,/-]+$/.test(word) ? word : JSON.stringify(word));

type Running = {
  readonly url: string;
  /** Absent when the server belongs to another process. */
  readonly stop?: () => Promise<void>;
};

/** Uses the server that already runs on the data directory, or starts one in this process on the default port. */
const openServer = async ({ environment, terminal, signal }: CliRun, version: string): Promise<Running> => {
  const configuration = readConfiguration({ LOG_LEVEL: 'error', ...environment });
  const { reachable } = await discoverServers(configuration.dataDir, { terminal, signal });
  if (reachable !== undefined) {
    terminal.print(`A server is already running at ${reachable}: the demo uses it.`);
    return { url: reachable };
  }
  terminal.print(`Starting Anamnesis ${version} …`);
  // Loaded on demand: it is most of the program.
  const { startServer } = await import('../app/start-server.ts');
  const server = await startServer({
    configuration,
    version,
    replace: { logger: createCliLogger(configuration, terminal) },
  });
  terminal.print(`Anamnesis is listening on ${server.url}. Data directory: ${configuration.dataDir}`);
  return server;
};

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const nextSteps = ({ url, stop }: Running): string =>
  [
    ...(stop ? ['Open the link above in a browser to see the console.', ''] : []),
    stop ? 'The server keeps running. In a second terminal:' : 'What to try next:',
    '',
    '  npx anamnesis ask "naloxone dose"        ask something else',
    '  npx anamnesis chat                       ask in a conversation',
    '  npx anamnesis ingest <your documents>    load your own documents',
    '  npx anamnesis --help                     all commands',
    '',
    stop ? 'For another link to the console:' : 'For a link to the console:',
    '',
    `  npx anamnesis ${signIn.join(' ')}`,
    '',
    `The HTTP API is described at ${url}/openapi.json.`,
    '',
    ...(stop ? ['Press Ctrl-C to stop.'] : []),
  ].join('\n');

/**
 * Demonstrates the program with its own commands: starts a server (or uses a running one), loads the sample documents,
 * asks a question, prints the answer with citations and a link to the console, and serves until it is interrupted.
 */
export const runDemo = async (cli: CliRun, version: string): Promise<ExitCode> => {
  const { terminal, signal } = cli;
  let server: Running;
  try {
    server = await openServer(cli, version);
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted;
    if (!(error instanceof Failure || error instanceof ConfigurationError || error instanceof CliError))
      throw error;
    terminal.note(
      terminal.noteStyle('red', fitScreen(`The demo could not start. ${error.message}`, terminal)),
    );
    return exitCodes.failed;
  }
  try {
    for (const words of server.stop ? [...steps, signIn] : steps) {
      if (signal.aborted) return exitCodes.interrupted;
      terminal.print(`\n${terminal.style('bold', `$ npx anamnesis ${words.map(written).join(' ')}`)}`);
      const code = await runCli(words, cli, version);
      if (code !== exitCodes.done) return code;
    }
    terminal.print(`\n${nextSteps(server)}`);
    if (server.stop) {
      await untilAborted(signal);
      terminal.print('Stopping …');
    }
    return exitCodes.done;
  } finally {
    await server.stop?.();
  }
};
