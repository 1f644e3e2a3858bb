import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../../domain/kernel/actor.ts';
import { queryStatuses } from '../queries/entity.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

/** A question is answered in the background; a search returns passages directly. */
export const queryLogKinds = ['question', 'search'] as const;
type QueryLogKind = (typeof queryLogKinds)[number];

export const queryLogStatuses = queryStatuses;
type QueryLogStatus = (typeof queryLogStatuses)[number];

/** One search for a question: its outcome, results and duration. */
export type QueryLogStage = {
  readonly source: string;
  readonly outcome: 'ok' | 'failed' | 'timeout';
  readonly found: number;
  readonly milliseconds: number;
};

/** One row per question or search, without its text: how the system served it. */
export const queryLogEntity = defineEntity({
  name: 'QueryLogEntry',
  tableName: 'query_log',
  schema: '*',
  properties: {
    /** The id of the query, or of the event of a search. */
    entryId: p.text().primary(),
    kind: p.text().$type<QueryLogKind>(),
    /** Null for a search: only the audit trail holds its text. */
    queryId: p.text().strictNullable(),
    streamId: p.text(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    actorId: p.text(),
    actorRole: p.text().$type<Role>(),
    askedAt: p.text(),
    /** Log position of the question: the order of the list. */
    askedPosition: p.bigint('number'),
    status: p.text().$type<QueryLogStatus>(),
    /** From asked to finished; for a search, its duration. Null until then, and for a search that was not measured. */
    milliseconds: p.integer().strictNullable(),
    /** Total duration of searching, for a question too; null until then, and when not measured. */
    searchMilliseconds: p.integer().strictNullable(),
    /** Those of the earlier, equal search when `cached`. */
    stages: p.json<readonly QueryLogStage[]>(),
    /** Passages found; null until sources were searched. */
    found: p.integer().strictNullable(),
    zeroResult: p.boolean(),
    /** Whether the passages came from the cache of an equal search; null until known. */
    cached: p.boolean().strictNullable(),
    /** Whether a component was down when the answer was made. */
    degraded: p.boolean(),
    /** Null until sources were searched. */
    intent: p.text().strictNullable(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    /**
     * Equal for equal questions; null until known, after an erasure, and for questions asked before it was recorded.
     */
    fingerprint: p.text().$type<Sealed<string>>().strictNullable(),
    /** The drugs, conditions and procedures of our terminology and the protocol numbers that it names. */
    concepts: p.json<Sealed<readonly string[]>>(),
    protocolNumbers: p.json<Sealed<readonly string[]>>(),
    /** `extractive` or the name of a language model; null until there is an answer. */
    model: p.text().strictNullable(),
    failedComponent: p.text().strictNullable(),
    failedReason: p.text().strictNullable(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['askedPosition'] },
    { properties: ['askedAt'] },
    { properties: ['status', 'askedPosition'] },
    { properties: ['zeroResult', 'askedPosition'] },
    { properties: ['degraded', 'askedPosition'] },
    { properties: ['intent', 'askedPosition'] },
    { properties: ['actorId', 'askedPosition'] },
    { properties: ['milliseconds'] },
  ],
});
export type StoredQueryLogRow = RowOf<typeof queryLogEntity>;
export type QueryLogRow = OpenedRow<StoredQueryLogRow>;

export const queryLogSealing = defineSealing(queryLogEntity, {
  projection: 'query-log',
  since: 5,
  key: 'entryId',
  columns: { fingerprint: null, concepts: [], protocolNumbers: [] },
  // One word of a closed set, used as a filter of lists.
  derived: { intent: null },
});
