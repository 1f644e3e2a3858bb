import { counted } from '../../../../domain/kernel/counted.ts';
import type { ExamineLog } from '../../../../ports/log-examiner.ts';
import { type Check, fine, problem, progress } from '../check.ts';

/** Checks that the log is complete: positions 1 to the head, revisions of every stream without gaps, times in order. */
export const logIsComplete = ({ examineLog }: { readonly examineLog: ExamineLog }): Check => ({
  name: 'log',
  run: async function* (_options, signal) {
    const advice = 'Stop the server and restore the database from a backup.';
    let [position, head] = [0, 1];
    let gap: number | undefined;
    let revision: number | undefined;
    let earlier: number | undefined;
    while (position < head) {
      signal.throwIfAborted();
      const stretch = await examineLog(position);
      gap ??= stretch.gapAt;
      revision ??= stretch.revisionGapAt;
      earlier ??= stretch.earlierAt;
      ({ scannedTo: position, head } = stretch);
      yield progress(position, head);
    }
    if (gap !== undefined)
      yield problem(`Positions are not dense: something is missing before or at ${gap}.`, advice);
    if (revision !== undefined)
      yield problem(`Event ${revision} does not follow its predecessor in its stream.`, advice);
    if (earlier !== undefined)
      yield problem(`Event ${earlier} was recorded earlier than its predecessor.`, advice);
    if (gap === undefined && revision === undefined && earlier === undefined)
      yield fine(`${counted(head, 'event')}: positions and revisions dense, times in order.`);
  },
});
