import { z } from 'zod';

/** What is seen of a text: letters and digits, without those that show nothing, such as the Hangul fillers. */
const seenIn = (text: string): number =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Beside line breaks, no characters that steer a terminal, or turn around how the rest of a line is read. */
const STEERING = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

/** A meaningful reason has at least this many letters and digits; fewer where a shorter one is allowed. */
const LEAST_SEEN = 3;

/**
 * Why somebody did something, in their own words, for those who review it: this many characters at least and at most, and
 * something that they can read.
 */
export const statedReason = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => seenIn(text) >= Math.min(min, LEAST_SEEN), 'must say why, in letters or digits')
    .refine((text) => !STEERING.test(text), 'must not hold control characters');
