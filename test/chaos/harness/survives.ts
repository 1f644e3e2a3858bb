import type { ServerProcess } from '../../support/server-process.ts';
import type { ScenarioContext } from './scenario.ts';

const isRunning = ({ process: child }: ServerProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Whether the server is still running; otherwise its last output becomes a violation. */
export const checkAlive = (server: ServerProcess, { violate }: Pick<ScenarioContext, 'violate'>): boolean => {
  if (isRunning(server)) return true;
  const how = server.process.signalCode ?? server.process.exitCode;
  violate('the server exited on its own', `${how}: ${server.output().slice(-1200)}`);
  return false;
};

/** Sends SIGTERM, and SIGKILL when the process does not exit in time. Returns the seconds until it exited. */
export const stopProcess = async (
  server: ServerProcess,
  { violate, measure }: Pick<ScenarioContext, 'violate' | 'measure'>,
  limit: number,
): Promise<void> => {
  if (!isRunning(server)) return;
  const started = performance.now();
  const killer = setTimeout(() => server.process.kill('SIGKILL'), limit * 1000);
  const code = await server.stop();
  clearTimeout(killer);
  measure('seconds from SIGTERM to the end', (performance.now() - started) / 1000);
  if (server.process.signalCode === 'SIGKILL')
    violate('SIGTERM did not stop the server', `within ${limit} s`);
  else if (code !== 0)
    violate('the server did not stop in order', `exit code ${code}: ${server.output().slice(-600)}`);
};
