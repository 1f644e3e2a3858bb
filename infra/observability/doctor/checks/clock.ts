import type { ReadDatabaseFacts } from '../../../../ports/database-facts.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Milliseconds. Times in the log come from the database; expiry of tokens and answers uses this machine's clock. */
const NOTABLE = 2_000;
/** Milliseconds. Token validation usually tolerates a minute. */
const HARMFUL = 60_000;

/** Compares the clocks of this process and the database. */
export const clockDifference = ({
  readDatabaseFacts,
  now,
}: {
  readonly readDatabaseFacts: ReadDatabaseFacts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): Check => ({
  name: 'clock',
  run: async function* () {
    const before = now();
    const { clock } = await readDatabaseFacts();
    const after = now();
    // Any time between request and response is right.
    const apart = Math.round(clock < before ? before - clock : clock > after ? clock - after : 0);
    const message = `The clocks of this process and the database are ${apart} ms apart.`;
    const advice = 'Synchronise the clocks of both machines (NTP).';
    if (apart >= HARMFUL) yield problem(message, advice);
    else if (apart >= NOTABLE) yield warning(message, advice);
    else yield fine(message);
  },
});
