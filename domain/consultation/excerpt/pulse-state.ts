import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';

/** Whether a patient has a pulse: the same drug has other doses in an arrest. */
export type PulseState = 'arrest' | 'pulse';

const arrest =
  /\bcardiac arrest\b|\bpulseless\b|\b(?:no|without a?|absent) ?pulse\b|\basystol\w*|\bpea\b|\bv-?fib\b|\bventricular fibrillation\b|\b(?:in|full|traumatic|medical) arrest\b/i;
const pulse =
  /\bwith (?:a )?pulse\b|\bhas (?:a )?pulse\b|\bpulse (?:is )?present\b|\bpalpable pulse\b|\b(?:un)?stable\b|\bbradycardi\w*|\bsvt\b|\bsupraventricular\b|\banaphyla\w*|\bperfusing\b/i;

/** The state that a text names; `undefined` if it names none, or both. */
export const pulseStateIn = (text: string): PulseState | undefined => {
  const [isArrest, hasPulse] = [arrest.test(text), pulse.test(text)];
  if (isArrest === hasPulse) return undefined;
  return isArrest ? 'arrest' : 'pulse';
};

/** The state of the patients of a document, by its title. */
export const stateOfTitle = weakMemoize(({ title }: Passage) => pulseStateIn(title));

const stateOfLines = weakMemoize((lines: readonly string[]) => pulseStateIn(lines.join(' ')));

/** Whether the nearest head of a block that names a state names another than that of the patient. */
export const isForOtherState = (
  blocks: readonly Block[],
  index: number,
  state: PulseState | undefined,
): boolean => {
  if (state === undefined) return false;
  const named = headsOf(blocks, index)
    .map((at) => (blocks[at] === undefined ? undefined : stateOfLines(blocks[at].lines)))
    .find((one) => one !== undefined);
  return named !== undefined && named !== state;
};
