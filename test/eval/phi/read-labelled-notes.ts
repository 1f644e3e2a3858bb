import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isCountry } from '../../../domain/privacy/is-country.ts';
import type { PhiKind } from '../../../domain/privacy/phi-kind.ts';
import type { TrueSpan } from './labelled-text.ts';
import type { LabelledNote } from './make-notes.ts';

/** The entity names of the package presidio-research, in the terms of the Safe Harbor method. */
const kinds: Readonly<Record<string, PhiKind>> = {
  PERSON: 'name',
  STREET_ADDRESS: 'address',
  ADDRESS: 'address',
  GPE: 'address',
  LOCATION: 'address',
  DATE_TIME: 'date',
  AGE: 'age_over_89',
  PHONE_NUMBER: 'phone',
  CREDIT_CARD: 'account',
  IBAN_CODE: 'account',
  ZIP_CODE: 'zip_code',
  EMAIL_ADDRESS: 'email',
  DOMAIN_NAME: 'url',
  US_SSN: 'ssn',
  US_DRIVER_LICENSE: 'licence',
  IP_ADDRESS: 'ip',
};

const noteSchema = z.object({
  full_text: z.string(),
  template_id: z.int(),
  spans: z.array(
    z.object({
      entity_type: z.string(),
      entity_value: z.string(),
      start_position: z.int(),
      end_position: z.int(),
    }),
  ),
});

/** Years, days of the week, countries and ages up to 89 identify no one (45 CFR 164.514(b)(2)(i)). */
const identifies = (kind: PhiKind, value: string): boolean => {
  if (kind === 'date') return /\d\D+\d/.test(value);
  if (kind === 'age_over_89') return Number(value) > 89;
  return kind !== 'address' || !isCountry(value);
};

/**
 * Notes in the data format of presidio-research (MIT), from the caller's file. None of it is in this repository: its
 * templates are a style unknown to the rules.
 */
export const readLabelledNotes = async (
  file: string,
): Promise<readonly (LabelledNote & { template: number })[]> =>
  z
    .array(noteSchema)
    .parse(JSON.parse(await readFile(file, 'utf8')))
    .map(({ full_text: text, template_id: template, spans }) => ({
      text,
      template,
      locale: 'presidio-research',
      letters: text === text.toLowerCase() ? 'lower case' : 'as usual',
      spans: spans
        .flatMap(({ entity_type, entity_value, start_position, end_position }): readonly TrueSpan[] => {
          const kind = kinds[entity_type];
          return kind !== undefined && identifies(kind, entity_value)
            ? [{ kind, start: start_position, end: end_position }]
            : [];
        })
        .toSorted((left, right) => left.start - right.start),
    }));
