import { z } from 'zod';
import { type LineRange, lineRangesSchema, readLineRanges } from '../../domain/retrieval/line-ranges.ts';

/** The most passages marked on one page. */
export const MAX_HIGHLIGHTS = 10;

const chunkId = /^[^@#,]{1,255}@\d{1,10}#\d{1,7}$/;
const isEach = (text: string, separator: string, is: (part: string) => boolean): boolean => {
  const parts = text.split(separator);
  return parts.length <= MAX_HIGHLIGHTS && parts.every(is);
};

/** The `chunkId` of one or several passages. */
export const highlightText = z
  .string()
  .max(MAX_HIGHLIGHTS * 280)
  .refine((text) => isEach(text, ',', (one) => chunkId.test(one)), {
    error: `must be the \`chunkId\` of a passage, or of at most ${MAX_HIGHLIGHTS} passages, separated by commas`,
  })
  .meta({
    description:
      'The `chunkId` of a passage of this version to mark on the page; several are comma-separated.',
  });

/** The lines of the passages, and a checksum to detect text that has changed since the lines were counted. */
export const highlightFields = {
  lines: z
    .string()
    .min(1)
    .max(MAX_HIGHLIGHTS * 1200)
    .refine((text) => isEach(text, ';', (one) => one === '' || lineRangesSchema.safeParse(one).success), {
      error:
        'must be lines as `3-5,9`, from 1 and at most 100 ranges, with a semicolon before those of the next passage of `highlight`',
    })
    .optional()
    .meta({
      description:
        "The lines of the passage's text to mark, from 1: `3-5,9`; all if absent. For several passages, in their order, separated by semicolons.",
    }),
  checksum: z
    .string()
    .min(1)
    .max(MAX_HIGHLIGHTS * 9)
    .refine((text) => isEach(text, ',', (one) => /^(?:[\da-f]{8})?$/.test(one)), {
      error:
        'must be the eight hexadecimal digits of a citation; those of several passages are separated by commas',
    })
    .optional()
    .meta({
      description:
        'The checksum from a citation: a passage whose text has changed since, because its document was read again, is not marked.',
    }),
};

/** One passage to mark. */
export type Highlight = {
  readonly chunkId: string;
  /** The whole passage when absent. */
  readonly lines?: readonly LineRange[];
  readonly checksum?: string;
};

type Fields = Partial<Record<'highlight' | 'lines' | 'checksum', string | undefined>>;

/** Whether each part of the lines and checksums belongs to a passage. */
export const namesPassages = ({ highlight, lines, checksum }: Fields): boolean => {
  const count = highlight?.split(',').length ?? 0;
  return [lines?.split(';'), checksum?.split(',')].every(
    (parts) => parts === undefined || parts.length === count,
  );
};

/** The message for a failed {@link namesPassages}. */
export const ONE_PART_PER_PASSAGE =
  '`lines` and `checksum` must have one part for each passage of `highlight`';

/** The passages to mark. */
export const readHighlights = ({ highlight, lines, checksum }: Fields): readonly Highlight[] => {
  const [ranges, sums] = [lines?.split(';') ?? [], checksum?.split(',') ?? []];
  return (highlight?.split(',') ?? []).map((one, at) => ({
    chunkId: one,
    ...(ranges[at] ? { lines: readLineRanges(ranges[at]) } : {}),
    ...(sums[at] ? { checksum: sums[at] } : {}),
  }));
};
