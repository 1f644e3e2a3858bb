import { z } from 'zod';

/** The visible letters and digits of a text, without invisible ones such as the Hangul fillers. */
const seenIn = (text: string): number =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Apart from line breaks, no characters that control a terminal or reverse the reading direction. */
const STEERING = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

/** A meaningful reason has at least this many letters and digits, or fewer if its minimum length is smaller. */
const LEAST_SEEN = 3;

/**
 * A person's reason in their own words, for reviewers: with a minimum and maximum length, and with readable characters.
 */
export const statedReason = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => seenIn(text) >= Math.min(min, LEAST_SEEN), 'must say why, in letters or digits')
    .refine((text) => !STEERING.test(text), 'must not hold control characters');
