import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { checkEverything } from '../checks/check-everything.ts';
import { startLoad } from '../harness/background-load.ts';
import { pause } from '../harness/pause.ts';
import type { Scenario } from '../harness/scenario.ts';
import type { Random } from '../harness/seeded-random.ts';
import { checkAlive, stopProcess } from '../harness/survives.ts';
import { secondsUntilWrite } from '../harness/until-write.ts';
import { createWorld } from '../harness/world.ts';
import { createClient } from '../load/chaos-client.ts';
import { createLedger } from '../load/ledger.ts';

/** `one`: a single connection; `open`: the open connections, new ones work; `everything`: connecting hangs too. */
const silences = ['one', 'open', 'everything'] as const;
type Silence = (typeof silences)[number];

/** Seconds within which a caller gets a response and a server exits, whatever the network does. */
const WITHIN = 15;
/** Seconds without any traffic in the rounds in which connecting hangs. */
const LONG_SILENCE = 20;
const RECOVERY_LIMIT = 60;

const silence = (proxy: TcpProxy, kind: Silence, random: Random): void => {
  const open = proxy.connections();
  if (kind === 'everything') proxy.silence();
  else if (kind === 'open') for (const connection of open) connection.silence();
  else random.pick(open)?.silence();
};

/** The connection to PostgreSQL goes silent: packets are lost, nothing is closed. */
export const silent: Scenario = {
  name: 'silent',
  summary: 'lets connections to PostgreSQL go silent, also while connecting, also before SIGTERM',
  databases: ['postgres'],
  rounds: 9,
  run: async (context) => {
    const { random, rounds, say, beginRound, signal, measure, violate } = context;
    const plan = Array.from({ length: rounds }, (_, index) => ({
      kind: silences[index % silences.length] ?? 'one',
      delay: random.between(1000, 4000),
      endsMeanwhile: random.chance(0.5),
    }));
    say(
      plan
        .map(({ kind, delay, endsMeanwhile }) => `${kind} after ${delay}${endsMeanwhile ? ', SIGTERM' : ''}`)
        .join('; '),
    );
    const world = await createWorld(context);
    if (world.databaseUrl === undefined) throw new Error('This scenario needs PostgreSQL.');
    const proxy = context.owned.use(await startTcpProxy(world.databaseUrl));
    const through = { DATABASE_URL: proxy.urlFor(world.databaseUrl) };
    const ledger = createLedger();
    let server = await world.start(through);
    const client = createClient(() => server.url, WITHIN * 1000);
    for (const [index, { kind, delay, endsMeanwhile }] of plan.entries()) {
      beginRound(index + 1);
      const load = startLoad(context, client, ledger, {
        name: index + 1,
        onResponse: (name, response, milliseconds) => {
          if (response.kind === 'lost' && response.timedOut) {
            violate('a caller got no response', `${name} for ${WITHIN} s, silence of ${kind}`);
          }
          measure(`seconds until a caller hears, ${kind}`, milliseconds / 1000);
        },
      });
      await pause(delay, signal);
      silence(proxy, kind, random);
      if (kind === 'everything') {
        await pause(LONG_SILENCE * 1000, signal);
      } else {
        const seconds = await secondsUntilWrite(client, context, WITHIN);
        if (seconds === undefined)
          violate('writes do not continue over new connections', `silence of ${kind}`);
        else measure(`seconds from silence to a write, ${kind}`, seconds);
      }
      checkAlive(server, context);
      if (endsMeanwhile) {
        const loadEnds = load.end();
        await stopProcess(server, context, WITHIN);
        await loadEnds;
      }
      proxy.resume();
      // Individually silenced connections stay silent: a connection that lost packets does not recover.
      if (!endsMeanwhile) {
        const seconds = await secondsUntilWrite(client, context, RECOVERY_LIMIT);
        if (seconds === undefined)
          violate('writes are no longer accepted', `${RECOVERY_LIMIT} s after ${kind}`);
        else measure('seconds from the end of the silence to a write', seconds);
        await load.end();
      }
      if (endsMeanwhile || !checkAlive(server, context)) server = await world.start(through);
      say(`round ${index + 1} ${kind}: ${ledger.acknowledged.length} acknowledged so far`);
    }
    await checkEverything(world, ledger, context, server);
  },
};
