import type { SealingState } from '../../../../domain/operations/sealing-decider.ts';
import { type Check, fine, problem } from '../check.ts';

/** Checks that checkpoints of the log are signed, and that the last verification found nothing altered. */
export const sealing = ({ readSealing }: { readonly readSealing: () => Promise<SealingState> }): Check => ({
  name: 'sealing',
  run: async function* () {
    const { checkpoint, stopped, verified, failed } = await readSealing();
    if (stopped)
      yield problem(
        `No checkpoint of the log is signed after position ${stopped.size} (${stopped.because}).`,
        'A person has to decide: see "Sealing has stopped" in docs/runbook.md.',
      );
    if (failed)
      yield problem(
        `The log was altered after it was sealed: the first event that differs is at position ${failed.from}${failed.from === failed.position ? '' : ` or up to ${failed.position}`}.`,
        'See "The log was altered" in docs/runbook.md.',
      );
    if (!stopped && !failed)
      yield fine(
        `${checkpoint ? `sealed up to position ${checkpoint.size}` : 'not sealed yet'}; ${verified ? `verified up to ${verified.size} on ${verified.at.slice(0, 10)}` : 'never verified'}.`,
      );
  },
});
