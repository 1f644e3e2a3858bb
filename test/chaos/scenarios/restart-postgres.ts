import { checkEverything } from '../checks/check-everything.ts';
import { startLoad } from '../harness/background-load.ts';
import { pause } from '../harness/pause.ts';
import type { Scenario } from '../harness/scenario.ts';
import { checkAlive } from '../harness/survives.ts';
import { secondsUntilWrite } from '../harness/until-write.ts';
import { createWorld } from '../harness/world.ts';
import { createClient } from '../load/chaos-client.ts';
import { createLedger } from '../load/ledger.ts';

const harms = ['fast', 'immediate', 'terminate'] as const;

/** Seconds within which a caller gets a response, whatever happens to the database. */
const HEARD_WITHIN = 15;
/** Seconds after which a server that accepts no writes counts as not recovered. */
const RECOVERY_LIMIT = 60;

/** PostgreSQL is restarted, crashes, or ends all sessions, under load; the server must survive it. */
export const restartPostgres: Scenario = {
  name: 'restart-postgres',
  summary: 'restarts PostgreSQL (fast, immediate) and terminates its backends under load',
  databases: ['postgres'],
  rounds: 12,
  run: async (context) => {
    const { random, rounds, say, beginRound, signal, measure, violate, count } = context;
    const plan = Array.from({ length: rounds }, (_, index) => ({
      harm: harms[index % harms.length] ?? 'fast',
      delay: random.between(500, 3000),
    }));
    say(plan.map(({ harm, delay }) => `${harm} after ${delay}`).join(', '));
    const world = await createWorld(context);
    const { postgres } = world;
    if (!postgres) throw new Error('This scenario needs PostgreSQL.');
    const ledger = createLedger();
    let server = await world.start();
    const client = createClient(() => server.url, HEARD_WITHIN * 1000);
    const load = startLoad(context, client, ledger, {
      name: 1,
      onResponse: (name, response, milliseconds) => {
        if (response.kind === 'lost' && response.timedOut)
          violate('a caller got no response', `${name} for 15 s`);
        measure('seconds until a caller hears', milliseconds / 1000);
      },
    });
    for (const [index, { harm, delay }] of plan.entries()) {
      beginRound(index + 1);
      await pause(delay, signal);
      const started = performance.now();
      if (harm === 'terminate') {
        count('backends terminated', await postgres.terminateBackends());
      } else {
        await postgres.stop(harm);
        await postgres.start();
      }
      const back = performance.now();
      // A process that crashes because of it does so immediately.
      await pause(500, signal);
      if (!checkAlive(server, context)) server = await world.start();
      if ((await secondsUntilWrite(client, context, RECOVERY_LIMIT)) === undefined) {
        violate('writes are no longer accepted', `${RECOVERY_LIMIT} s after ${harm}`);
      }
      measure(`seconds from ${harm} to a write`, (performance.now() - started) / 1000);
      say(
        `round ${index + 1} ${harm}: away ${((back - started) / 1000).toFixed(1)} s, ${ledger.acknowledged.length} acknowledged so far`,
      );
    }
    await load.end();
    await checkEverything(world, ledger, context, server);
  },
};
