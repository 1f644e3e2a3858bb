import { defineEntity, p } from '@mikro-orm/core';
import type { Citation } from '../../domain/consultation/citation.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { RowOf } from '../row-of.ts';

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
    question: p.text(),
    answer: p.text().strictNullable(),
    citations: p.json<readonly Citation[]>(),
    warnings: p.json<readonly string[]>(),
    /** Whether a component was down when the answer was made. */
    degraded: p.boolean(),
    /** `extractive` or the name of a language model; null until there is an answer. */
    model: p.text().strictNullable(),
    /** How the question was understood; null until sources were searched. */
    interpretation: p.json<SourcesSearched['interpretation']>().strictNullable(),
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
export type QueryRow = RowOf<typeof queryEntity>;
