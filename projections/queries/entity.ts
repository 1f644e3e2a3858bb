import { defineEntity, p } from '@mikro-orm/core';
import type { AnswerChecks } from '../../domain/consultation/answer-checks.ts';
import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { AnswerToolCall } from '../../domain/consultation/called-tool.ts';
import type { Citation } from '../../domain/consultation/citation.ts';
import type { ModelUsage } from '../../domain/consultation/model-usage.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

export const queryStatuses = ['pending', 'clarifying', 'answered', 'failed', 'cancelled'] as const;
type QueryStatus = (typeof queryStatuses)[number];

type SourcesSearched = RecordedOf<'SourcesSearched'>['data'];
type QueryRouted = RecordedOf<'QueryRouted'>['data'];
type ClarificationAsked = RecordedOf<'ClarificationAsked'>['data'];

/** The model that may answer, and why. */
type QueryRoute = Pick<QueryRouted, 'routing' | 'model' | 'because' | 'sources' | 'leftOut'>;
/** The clarifying question. */
type QueryClarification = Pick<ClarificationAsked, 'question' | 'options'>;

/** The findings of the PHI screening; kinds only, never the text. */
type QueryPhi = { readonly detected: boolean; readonly kinds: readonly string[] };
/** Why there is no answer. `message` is for people and free of PHI. */
type QueryError = { readonly component: string; readonly reason: string; readonly message: string };

/** One row per question. */
export const queryEntity = defineEntity({
  name: 'Query',
  tableName: 'queries',
  schema: '*',
  properties: {
    queryId: p.text().primary(),
    conversationId: p.text().strictNullable(),
    /** The subject whose key seals the row's events. Not shown. */
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
    /** The interpretation of the question; null until sources were searched. */
    interpretation: p.json<Sealed<SourcesSearched['interpretation']>>().strictNullable(),
    /** Null until the question was screened. */
    phi: p.json<QueryPhi>().strictNullable(),
    /** The intent and its confidence, from 0 to 1; null until the question was routed. */
    intent: p.text().$type<QueryRouted['intent']>().strictNullable(),
    confidence: p.double().$type<number>().runtimeType('number').strictNullable(),
    /** Null until the question was routed. */
    route: p.json<QueryRoute>().strictNullable(),
    /** The searched sources and their results. */
    sources: p.json<SourcesSearched['sources']>(),
    /** The steps of the knowledge base search. */
    stages: p.json<SourcesSearched['stages']>(),
    /** Null unless a clarification was requested. */
    clarification: p.json<Sealed<QueryClarification>>().strictNullable(),
    /** The person's preferences for the answer; null when there were none. */
    preferences: p.json<Sealed<AnswerPreferences>>().strictNullable(),
    /** The parts struck from a model's text; null when nothing was checked. */
    checks: p.json<Sealed<AnswerChecks>>().strictNullable(),
    /** Null when no model was called. */
    usage: p.json<ModelUsage>().strictNullable(),
    /** The tools called for the question. */
    toolCalls: p.json<readonly AnswerToolCall[]>(),
    askedAt: p.text(),
    /** Log position of the question: the order inside a conversation. */
    askedPosition: p.bigint('number'),
    finishedAt: p.text().strictNullable(),
    /** From asked to finished; null until then. */
    milliseconds: p.integer().strictNullable(),
    error: p.json<QueryError>().strictNullable(),
    /** The revision of the query's stream. */
    revision: p.integer(),
  },
  indexes: [{ properties: ['subject'] }, { properties: ['conversationId', 'askedPosition'] }],
});
export type QueryRow = OpenedRow<RowOf<typeof queryEntity>>;

export const querySealing = defineSealing(queryEntity, {
  projection: 'queries',
  since: 3,
  key: 'queryId',
  columns: {
    question: ERASED_TEXT,
    answer: null,
    citations: [],
    preferences: null,
    warnings: [],
    interpretation: null,
    clarification: null,
    checks: null,
  },
});
