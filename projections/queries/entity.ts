import { defineEntity, p } from '@mikro-orm/core';
import type { Citation } from '../../domain/consultation/citation.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

export const queryStatuses = ['pending', 'answered', 'failed'] as const;
type QueryStatus = (typeof queryStatuses)[number];

type SourcesSearched = RecordedOf<'SourcesSearched'>['data'];

/** What the PHI screening found; kinds only, never the text. */
type QueryPhi = { readonly detected: boolean; readonly kinds: readonly string[] };
/** Why there is no answer. `message` is for a person and free of PHI. */
type QueryError = { readonly component: string; readonly reason: string; readonly message: string };

/** One row a question. */
export const queryEntity = defineEntity({
  name: 'Query',
  tableName: 'queries',
  schema: '*',
  properties: {
    queryId: p.text().primary(),
    conversationId: p.text().strictNullable(),
    /** Whom the row is about: under this subject's key its events are sealed. Not shown. */
    subject: p.text(),
    actorId: p.text(),
    status: p.text().$type<QueryStatus>(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    question: p.text().$type<Sealed<string>>(),
    answer: p.text().$type<Sealed<string>>().strictNullable(),
    citations: p.json<Sealed<readonly Citation[]>>(),
    warnings: p.json<Sealed<readonly string[]>>(),
    /** Whether a component was down when the answer was made. */
    degraded: p.boolean(),
    /** `extractive` or the name of a language model; null until there is an answer. */
    model: p.text().strictNullable(),
    /** How the question was understood; null until sources were searched. */
    interpretation: p.json<Sealed<SourcesSearched['interpretation']>>().strictNullable(),
    /** Null until the question was screened. */
    phi: p.json<QueryPhi>().strictNullable(),
    /** Where was searched, and with what result. */
    sources: p.json<SourcesSearched['sources']>(),
    askedAt: p.text(),
    /** Log position of the question: the order inside a conversation. */
    askedPosition: p.bigint('number'),
    finishedAt: p.text().strictNullable(),
    /** From asked to finished; null until then. */
    milliseconds: p.integer().strictNullable(),
    error: p.json<QueryError>().strictNullable(),
    /** Of the query's stream. */
    revision: p.integer(),
  },
  indexes: [{ properties: ['subject'] }, { properties: ['conversationId', 'askedPosition'] }],
});
export type QueryRow = OpenedRow<RowOf<typeof queryEntity>>;

export const querySealing = defineSealing(queryEntity, {
  projection: 'queries',
  since: 3,
  key: 'queryId',
  columns: { question: ERASED_TEXT, answer: null, citations: [], warnings: [], interpretation: null },
});
