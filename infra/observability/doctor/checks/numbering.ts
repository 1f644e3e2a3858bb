import { counted } from '../../../../domain/kernel/counted.ts';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import type { NumberingFacts } from '../../../storage/event-store-kurrent/numbering-facts.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Seconds, a few polling intervals; below that, numbering is in progress. */
const LATE_SECONDS = 15;

/** Checks that the log in KurrentDB is numbered and unmodified. No finding without KurrentDB. */
export const eventNumbering = ({
  inspectNumbering,
}: {
  /** Absent when the log is in the database. */
  readonly inspectNumbering?: (() => Promise<NumberingFacts>) | undefined;
}): Check => ({
  name: 'event-numbering',
  run: async function* () {
    if (inspectNumbering === undefined) return;
    const { behindSeconds, problem: halted, findings, flawed, appendLimit } = await inspectNumbering();
    if (halted !== undefined)
      yield problem(
        halted,
        'Restore KurrentDB from its backup; numbering then resumes automatically. Without a newer backup, see "KurrentDB lost events" in docs/runbook.md.',
      );
    for (const { streamId, message } of findings)
      yield problem(
        `The stream ${streamId}: ${message}`,
        'Remove the settings before the next scavenge; lost events can only be restored from a backup of KurrentDB.',
      );
    if (appendLimit !== undefined)
      yield problem(
        `KurrentDB accepts appends of at most ${describeSize(appendLimit)}: larger ones fail with payload_too_large.`,
        'Set MaxAppendSize to 10485760 on all its nodes, and restart them.',
      );
    if (flawed > 0)
      yield warning(
        `${counted(flawed, 'event')} in our streams in KurrentDB ${flawed === 1 ? 'was' : 'were'} not written by this program.`,
        'Give each program its own streams, and each installation its own EVENTSTORE_PREFIX.',
      );
    if (behindSeconds > LATE_SECONDS)
      yield warning(
        `Events have been waiting for their number for ${Math.round(behindSeconds)} s.`,
        'Check which node holds the lease event-numbering, and whether it reaches KurrentDB.',
      );
    else if (halted === undefined) yield fine('The events in KurrentDB are numbered up to the last one.');
  },
});
