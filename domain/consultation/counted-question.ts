import { z } from 'zod';
import { conceptByName } from '../language/terminology/concepts.ts';
import { tokenize } from '../language/tokenize.ts';
import { sensitive } from '../privacy/sensitive.ts';
import { normalizeQuery } from '../retrieval/query/normalize-query.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';

const MAX_CONCEPTS = 20;

/**
 * The countable part of a question: no text, only a keyed hash that identifies equal questions and the names of the
 * terminology that it touches. Still sensitive, and so encrypted and erased with the question: a rare disease can
 * identify a patient.
 */
export const countedQuestionSchema = sensitive(
  z.strictObject({
    /** 32 hex digits; empty when erased. */
    fingerprint: z.string().regex(/^(?:[0-9a-f]{32})?$/),
    intent: z.string().max(64),
    concepts: z.array(z.string().max(120)).max(MAX_CONCEPTS),
    protocolNumbers: z.array(z.string().max(32)).max(5),
  }),
  { fingerprint: '', intent: 'general', concepts: [], protocolNumbers: [] },
);
export type CountedQuestion = z.output<typeof countedQuestionSchema>;

/** A keyed hash of a text, 32 hex digits; without the key, likely questions cannot be tested against it. */
export type Fingerprint = (text: string) => string;

/** Five digits in a row look like a record number, not a protocol. */
const couldIdentify = /\d{5}/;

/**
 * Derives the countable part. Questions with the same words in the same order are equal, whatever their case and
 * punctuation.
 */
export const countQuestion = (
  question: string,
  { intent, entities, protocolNumbers }: QueryInterpretation,
  fingerprint: Fingerprint,
): CountedQuestion => ({
  fingerprint: fingerprint(
    tokenize(normalizeQuery(question))
      .map(({ text }) => text)
      .join(' '),
  ),
  intent,
  concepts: [...new Set([...entities.drugs, ...entities.conditions, ...entities.procedures])]
    .filter((name) => conceptByName.has(name))
    .slice(0, MAX_CONCEPTS),
  protocolNumbers: protocolNumbers.filter((number) => number.length <= 32 && !couldIdentify.test(number)),
});
