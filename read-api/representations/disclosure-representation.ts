import { z } from 'zod';
import { disclosureExemptions, disclosureKinds } from '../../domain/audit/disclosures/disclosure.ts';

const disclosure = z
  .object({
    position: z.int().meta({ description: 'The position of the event that states it.' }),
    at: z.string().meta({ description: 'When it was sent.' }),
    kind: z.enum(disclosureKinds),
    recipient: z.string(),
    address: z
      .string()
      .nullable()
      .meta({ description: 'A postal, e-mail or network address; null if the log has none.' }),
    content: z.string().meta({ description: 'What was disclosed, in brief and without its content.' }),
    fields: z.array(z.string()).readonly(),
    screening: z.string().meta({ description: 'How it was screened for PHI before it left.' }),
    purpose: z.string(),
    exemption: z.enum(disclosureExemptions).nullable().meta({
      description:
        'Why it need not be accounted for to the person (45 CFR 164.528(a)(1)(i)), if the privacy officer agrees; null if it must.',
    }),
    by: z.string().meta({ description: 'The person who caused it.' }),
    about: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Whom or what it concerns; `*` stands for everyone.' }),
    streamId: z.string(),
    eventId: z.string(),
  })
  .meta({ id: 'Disclosure' });

/** What left the system: an accounting of disclosures when it is about one person. */
export const disclosuresRepresentation = z
  .object({
    subject: z.string().nullable().meta({ description: 'The person or thing in full; null for all.' }),
    from: z.string().nullable().meta({ description: 'The beginning of the period; null for the whole log.' }),
    disclosures: z.array(disclosure).readonly(),
    notCounted: z.array(z.string()).readonly().meta({ description: 'What the list leaves out, and why.' }),
    nextCursor: z.string().nullable().meta({
      description: '`cursor` of the next page; null at the end. A page may be short, or empty.',
    }),
  })
  .meta({ id: 'Disclosures' });
