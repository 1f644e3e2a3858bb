import type { ReadDatabaseFacts } from '../../../../ports/database-facts.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Milliseconds. Instants in the log are the database's; expiring tokens and answers are this machine's. */
const NOTABLE = 2_000;
/** A minute is what tokens are usually granted. */
const HARMFUL = 60_000;

/** How far the clocks of this process and of the database are apart. */
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
    // Anywhere between question and answer is right.
    const apart = Math.round(clock < before ? before - clock : clock > after ? clock - after : 0);
    const message = `The clocks of this process and the database are ${apart} ms apart.`;
    const advice = 'Let both machines keep time (NTP).';
    if (apart >= HARMFUL) yield problem(message, advice);
    else if (apart >= NOTABLE) yield warning(message, advice);
    else yield fine(message);
  },
});
