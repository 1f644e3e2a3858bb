import { z } from 'zod';
import { statedReason } from '../../domain/kernel/stated-reason.ts';
import { parseInput } from './parse-input.ts';

/** The reason for reading another person's data. It may name a patient, and is stored accordingly. */
export const accessReasonSchema = statedReason({ min: 3, max: 200 }).regex(
  /^[^\p{C}]*$/u,
  'must not hold control characters',
);

const headerSchema = z.object({ 'X-Access-Reason': accessReasonSchema.optional() });

/**
 * Node.js decodes headers as Latin-1, but clients send non-ASCII text as UTF-8 (RFC 9110, section 5.5, leaves it
 * open).
 */
const decoded = (header: string): string => {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
};

/**
 * The caller's reason; `undefined` if there is none.
 *
 * @throws Failure `validation_error` for a reason that is too short, too long or contains control characters
 */
export const accessReason = (header: string | undefined): string | undefined =>
  parseInput(headerSchema, header === undefined ? {} : { 'X-Access-Reason': decoded(header) }, 'request')[
    'X-Access-Reason'
  ];
