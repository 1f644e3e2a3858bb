import type { SealingState } from '../../../../domain/operations/sealing-decider.ts';
import {
  describeContradiction,
  keepsCheckpoint,
  type WitnessStatus,
} from '../../../../domain/operations/witnessing-decider.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** A witness is late when it keeps nothing newer for this many periods in which checkpoints are signed. */
const LATE_PERIODS = 6;

type Services = {
  readonly readSealing: () => Promise<SealingState>;
  readonly readWitnesses: () => Promise<readonly WitnessStatus[]>;
  /** Seconds after which a checkpoint is signed, if anything happened. */
  readonly sealsEverySeconds: number;
  readonly now: () => number;
};

const findingOf = (
  { name, kept, contradiction }: WitnessStatus,
  { checkpoint }: SealingState,
  latest: number,
): Finding => {
  if (contradiction)
    return problem(
      describeContradiction(contradiction),
      'See "A witness contradicts the log" in docs/runbook.md.',
    );
  if (!kept)
    return checkpoint
      ? warning(
          `The witness ${name} keeps no checkpoint yet.`,
          'Its operator has to know the key that "npx anamnesis audit checkpoint" shows; the log of the server names the reason.',
        )
      : fine(`the witness ${name} waits for the first checkpoint.`);
  if (checkpoint && !keepsCheckpoint(kept, checkpoint) && Date.parse(kept.at) < latest)
    return warning(
      `The witness ${name} has kept no checkpoint since ${kept.at}: the last one covers position ${kept.size} of ${checkpoint.size}.`,
      'Look at the log of the server for the reason. The newest checkpoint is sent when the witness answers again.',
    );
  return fine(`the witness ${name} keeps position ${kept.size} since ${kept.at.slice(0, 10)}.`);
};

/** Checks that the witnesses keep what was sealed. */
export const witnesses = ({ readSealing, readWitnesses, sealsEverySeconds, now }: Services): Check => ({
  name: 'witnesses',
  run: async function* () {
    const [sealing, known] = await Promise.all([readSealing(), readWitnesses()]);
    const latest = now() - LATE_PERIODS * sealsEverySeconds * 1000;
    if (known.length === 0)
      yield fine('no witness is configured: keep checkpoints outside yourself (WITNESSES, WITNESS_FOLDER).');
    for (const witness of known) yield findingOf(witness, sealing, latest);
  },
});
