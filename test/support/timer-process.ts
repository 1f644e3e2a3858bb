/**
 * The application without its front door: sets timers as fast as it can and prints the acknowledged ones. Argument: the
 * prefix of their ids; settings come from the environment, as for the server.
 */

import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { createApplication } from '../../app/create-application.ts';
import { setTimer } from '../../commands/set-timer.ts';
import { silentLogger } from '../../ports/logger.ts';

const [, , prefix = ''] = process.argv;
const MOST = 400;

const application = await createApplication({
  configuration: readConfiguration(process.env),
  version: 'test',
  replace: { logger: silentLogger },
});
application.start();
const { commandServices } = application.http;
for (let n = 0; n < MOST; n += 1) {
  const timerId = `${prefix}-${n}`;
  const id = commandServices.identity.newId();
  await setTimer(
    { timerId, purpose: 'review', about: 'query-1', due: { afterMs: (n * 7919) % 1500 } },
    { actor: { id: 'tester', role: 'clinician' }, commandId: id, correlationId: id },
    commandServices,
  );
  process.stdout.write(`${timerId}\n`);
}
// Runs until killed.
setInterval(() => {}, 1000);
