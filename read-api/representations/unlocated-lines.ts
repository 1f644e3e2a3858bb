import { z } from 'zod';
import { type Unlocated, unlocatedReasons } from '../../ports/page-images.ts';

/** Why nothing is marked; the last of these of whole passages. */
const reasons = [...unlocatedReasons, 'reads-otherwise'] as const;

/** What was sought and is not marked. */
export const unlocatedLines = z
  .array(
    z.object({
      reason: z.enum(reasons).meta({
        description:
          '`page-without-text`: a scan; `not-found`: the page draws it otherwise than it was read; `stands-twice`: which of several places is meant cannot be told; `reads-otherwise`: the document was read again since.',
      }),
      lines: z.int().min(1).meta({ description: 'How many; of `reads-otherwise` how many passages.' }),
    }),
  )
  .readonly()
  .meta({ description: 'What is not marked, and why: rather nothing than a wrong place.' });

/** Counts lines without a place by reason. */
export const countUnlocated = (
  unlocated: readonly Unlocated[],
  changed: number,
): z.output<typeof unlocatedLines> => [
  ...unlocatedReasons.flatMap((reason) => {
    const lines = unlocated.filter((one) => one === reason).length;
    return lines === 0 ? [] : [{ reason, lines }];
  }),
  ...(changed === 0 ? [] : [{ reason: 'reads-otherwise' as const, lines: changed }]),
];
