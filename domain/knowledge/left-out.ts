import { z } from 'zod';

/** How many stretches of a document's text were left out on purpose: those that no one sees, and those struck out. */
export const leftOutSchema = z.strictObject({ hidden: z.int().min(0), struck: z.int().min(0) });
export type LeftOut = z.output<typeof leftOutSchema>;

const counted = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${what} left out (${count} ${count === 1 ? 'place' : 'places'}).`];

/** Sentences for a person about what was left out. */
export const describeLeftOut = ({ hidden, struck }: LeftOut): readonly string[] => [
  ...counted(hidden, 'Hidden text'),
  ...counted(struck, 'Struck-out text'),
];
