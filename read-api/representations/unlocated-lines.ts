import { z } from 'zod';
import { type Unlocated, unlocatedReasons } from '../../ports/page-images.ts';

/** The reasons why lines are not marked; the last one applies to whole passages. */
const reasons = [...unlocatedReasons, 'reads-otherwise'] as const;

/** The lines that could not be marked. */
export const unlocatedLines = z
  .array(
    z.object({
      reason: z.enum(reasons).meta({
        description:
          '`page-without-text`: a scan; `not-found`: the page shows it differently from the extracted text; `stands-twice`: several places match equally; `reads-otherwise`: the document has been read again since.',
      }),
      lines: z.int().min(1).meta({ description: 'The number of lines; for `reads-otherwise`, of passages.' }),
    }),
  )
  .readonly()
  .meta({ description: 'The lines that are not marked, and why: no mark is better than a wrong one.' });

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
