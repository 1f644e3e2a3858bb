import { z } from 'zod';
import { fhirActions, fhirOutcomes } from '../../domain/audit/fhir-audit-event.ts';
import { personSubject, subjectSchema } from '../../domain/privacy/data-subject.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import type { AuditOutcome } from '../../projections/audit-entries/audit-outcomes.ts';
import type { ListAuditEntries } from '../../projections/audit-entries/list-audit-entries.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import { integerText } from '../request/query-fields.ts';
import { commonPeriod, fhirDate } from './fhir-date.ts';

/** The value of a token or a reference without its system or type: `Patient/a`, `urn:anamnesis:subject|a` and `a` are one. */
const without =
  (...prefixes: readonly string[]) =>
  (text: string): string =>
    text.slice(prefixes.find((prefix) => text.startsWith(prefix))?.length ?? 0);

const patient = z
  .string()
  .max(300)
  .transform(without('urn:anamnesis:subject|', 'Patient/'))
  .pipe(subjectSchema)
  .meta({ description: 'The opaque pseudonym of a patient, alone or as `Patient/…`.' });

const agent = z
  .string()
  .max(300)
  .transform(without('urn:anamnesis:user|', 'Practitioner/', 'Device/'))
  .pipe(z.string().min(1).max(256))
  .meta({ description: 'A user or a service: who acted, or on whose behalf.' });

const entity = z
  .string()
  .min(1)
  .max(300)
  .transform((text, context) => {
    const full = fullSubjectOf(text.replace(/^urn:anamnesis:([a-z_]+)\|/, '$1:'));
    if (full !== undefined && !full.startsWith('person:')) return full;
    context.addIssue({
      code: 'custom',
      message:
        'must be document:<key>, query:<id>, conversation:<id> or tool_call:<id>; a person is a patient',
    });
    return z.NEVER;
  })
  .meta({ description: 'The thing concerned, such as `document:<key>` or `urn:anamnesis:document|<key>`.' });

const outcomes: Readonly<Record<string, AuditOutcome>> = {
  [fhirOutcomes.success]: 'success',
  [fhirOutcomes.refused]: 'refused',
  [fhirOutcomes.failure]: 'failure',
};

/** A parameter that may be repeated; all its values must hold. */
const repeatable = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(4));

/** The parameters of a search for AuditEvents. */
export const auditEventQuery = z.strictObject({
  patient: patient.optional(),
  agent: agent.optional(),
  entity: entity.optional(),
  date: repeatable(fhirDate)
    .meta({
      description: 'When it was recorded, with the prefix `ge`, `le`, `gt`, `lt` or none. Up to four times.',
    })
    .optional(),
  action: z.enum(fhirActions).optional(),
  outcome: z.enum(['0', '4', '8']).optional(),
  _count: integerText(
    1,
    MAX_PAGE_SIZE,
    `The most resources of a page; ${DEFAULT_PAGE_SIZE} when absent.`,
  ).optional(),
  _sort: z.enum(['date', '-date']).optional(),
  _format: z.enum(['json', 'application/json', 'application/fhir+json']).optional(),
  _cursor: z
    .string()
    .min(1)
    .max(1024)
    .meta({ description: 'Where the page begins, from the link `next` of the previous one.' })
    .optional(),
});
export type AuditEventQuery = z.output<typeof auditEventQuery>;

/** The filters of the audit trail that a search stands for. */
export const filtersOf = (query: AuditEventQuery): Omit<ListAuditEntries, 'cursor' | 'limit'> => ({
  order: query._sort === 'date' ? 'asc' : 'desc',
  subject: query.patient === undefined ? undefined : personSubject(query.patient),
  thing: query.entity,
  user: query.agent,
  fhirAction: query.action,
  outcome: query.outcome === undefined ? undefined : outcomes[query.outcome],
  ...commonPeriod(query.date ?? []),
});

/** The form that asks the same, with the instants that its dates mean. */
export const formOf = ({ date, _count, ...query }: AuditEventQuery): Readonly<Record<string, unknown>> => {
  const { from, to } = commonPeriod(date ?? []);
  const dates = [from === undefined ? [] : `ge${from}`, to === undefined ? [] : `le${to}`].flat();
  return {
    ...query,
    ...(dates.length === 0 ? {} : { date: dates }),
    ...(_count === undefined ? {} : { _count: String(_count) }),
  };
};
