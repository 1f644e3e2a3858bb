import { z } from 'zod';

/**
 * The number of passages deliberately left out of a document's text (hidden and struck out), and of visible objects
 * that could not be read.
 */
export const leftOutSchema = z.strictObject({
  hidden: z.int().min(0),
  struck: z.int().min(0),
  unread: z.int().min(0).optional(),
});
export type LeftOut = z.output<typeof leftOutSchema>;

const places = (count: number): string => `${count} ${count === 1 ? 'place' : 'places'}`;

const counted = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${what} left out (${places(count)}).`];

/** Describes for a reader what was left out. */
export const describeLeftOut = ({ hidden, struck, unread = 0 }: LeftOut): readonly string[] => [
  ...counted(hidden, 'Hidden text'),
  ...counted(struck, 'Struck-out text'),
  ...(unread === 0
    ? []
    : [`Embedded content could not be read (${places(unread)}): look it up in the file itself.`]),
];
