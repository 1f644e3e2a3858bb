import { counted } from '../../../../domain/kernel/counted.ts';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import type { NumberingFacts } from '../../../storage/event-store-kurrent/numbering-facts.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** A few looks; below that it is on its way. */
const LATE_SECONDS = 15;

/** Whether the log in KurrentDB is numbered and unmodified. Without KurrentDB there is no finding. */
export const eventNumbering = ({
  inspectNumbering,
}: {
  /** Absent where the log is in the database. */
  readonly inspectNumbering?: (() => Promise<NumberingFacts>) | undefined;
}): Check => ({
  name: 'event-numbering',
  run: async function* () {
    if (inspectNumbering === undefined) return;
    const { behindSeconds, problem: halted, findings, flawed, appendLimit } = await inspectNumbering();
    if (halted !== undefined)
      yield problem(
        halted,
        'Restore KurrentDB from its backup; the numbering then goes on by itself. Without a newer one, see "KurrentDB lost events" in docs/runbook.md.',
      );
    for (const { streamId, message } of findings)
      yield problem(
        `The stream ${streamId}: ${message}`,
        'Take the settings away before the next scavenge; what is lost comes back from a backup of KurrentDB only.',
      );
    if (appendLimit !== undefined)
      yield problem(
        `KurrentDB takes appends of at most ${describeSize(appendLimit)}: larger ones end with payload_too_large.`,
        'Set its MaxAppendSize to 10485760 on every node of it, and restart them.',
      );
    if (flawed > 0)
      yield warning(
        `${counted(flawed, 'event')} in our streams in KurrentDB ${flawed === 1 ? 'is' : 'are'} not by this program.`,
        'Give each program its own streams, and each installation its own EVENTSTORE_PREFIX.',
      );
    if (behindSeconds > LATE_SECONDS)
      yield warning(
        `Events have been waiting for their number for ${Math.round(behindSeconds)} s.`,
        'See who holds the lease event-numbering, and whether that node reaches KurrentDB.',
      );
    else if (halted === undefined) yield fine('The events in KurrentDB are numbered up to the last one.');
  },
});
