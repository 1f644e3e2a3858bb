import { z } from 'zod';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';
import {
  conversationSubject,
  documentSubject,
  querySubject,
  searchesSubject,
  subjectSchema,
  toolCallSubject,
} from './data-subject.ts';

/** The longest full form: that of a person's searches, whose user id may have 256 characters. */
const MAX_SUBJECT = 300;

/** Each kind of data subject that has its own key; maps the text after the colon to the full form. */
const kinds: Readonly<Record<string, (name: string) => string | undefined>> = {
  person: (name) => {
    const { data } = subjectSchema.safeParse(name);
    return data === undefined ? undefined : conversationSubject('', data);
  },
  conversation: (name) => {
    const { data } = uuidSchema.safeParse(name);
    return data === undefined ? undefined : conversationSubject(data, undefined);
  },
  query: (name) => {
    const { data } = uuidSchema.safeParse(name);
    return data === undefined ? undefined : querySubject(data, undefined);
  },
  tool_call: (name) => {
    const { data } = uuidSchema.safeParse(name);
    return data === undefined ? undefined : toolCallSubject(data, undefined);
  },
  document: (name) => {
    const { data } = docKeySchema.safeParse(name);
    return data === undefined ? undefined : documentSubject(data);
  },
  'searches-of': (name) => (name.length >= 1 && name.length <= 256 ? searchesSubject(name) : undefined),
};

/**
 * The full form of a data subject as people write it: `person:patient-4711`, `conversation:<id>`, `query:<id>`,
 * `tool_call:<id>`, `document:<docKey>` or `searches-of:<actor>`. A bare pseudonym means a person. `undefined` for
 * anything else.
 */
export const fullSubjectOf = (text: string): string | undefined => {
  const colon = text.indexOf(':');
  if (colon < 0) return kinds.person?.(text);
  const kind = text.slice(0, colon);
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.(text.slice(colon + 1)) : undefined;
};

/** Parses a data subject from outside into its full form. */
export const subjectReferenceSchema = z
  .string()
  .min(1)
  .max(MAX_SUBJECT)
  .transform((text, context) => {
    const full = fullSubjectOf(text);
    if (full !== undefined) return full;
    context.addIssue({
      code: 'custom',
      message:
        'must be the pseudonym of a person, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key> or searches-of:<user>',
    });
    return z.NEVER;
  });

/** A data subject in its full form, as events name it. */
export const fullSubjectSchema = z
  .string()
  .max(MAX_SUBJECT)
  .refine((text) => text.includes(':') && fullSubjectOf(text) === text, 'must be a data subject in full');
