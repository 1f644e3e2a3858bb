import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { instantSpan } from '../instant-span.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import type { QueryLogRow } from './entity.ts';
import { queryLogEntity, queryLogSealing } from './entity.ts';

/** How one question or search was served, as the API shows it. Instants are ISO 8601 UTC. */
type QueryLogDto = Readonly<Omit<QueryLogRow, 'askedPosition' | 'subject'>>;

/** A row as the API shows it. */
const toQueryLogDto = ({ askedPosition: _, subject: __, ...shown }: QueryLogRow): QueryLogDto => shown;

/** The problem that the requested entries have. */
export const queryLogProblems = ['zero-result', 'failed', 'degraded', 'slow'] as const;
type QueryLogProblem = (typeof queryLogProblems)[number];

/** Milliseconds from which an answer counts as slow (orchestration: 95 % within 3 seconds). */
export const SLOW_MILLISECONDS = 3000;

/** Narrows the log; members combine by "and". */
export type ListQueryLog = PageRequest & {
  readonly only?: QueryLogProblem | undefined;
  /** Milliseconds that make an entry slow; 3,000 when absent. */
  readonly slowerThan?: number | undefined;
  readonly intent?: string | undefined;
  readonly actorId?: string | undefined;
  /** ISO 8601, both ends included; a day counts until its end. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const having = (problem: QueryLogProblem | undefined, slowerThan: number) => {
  switch (problem) {
    case undefined:
      return {};
    case 'zero-result':
      return { zeroResult: true };
    case 'failed':
      return { status: 'failed' as const };
    case 'degraded':
      return { degraded: true };
    case 'slow':
      return { milliseconds: { $gte: slowerThan } };
  }
};

/**
 * How questions and searches were served, newest first. Reads read model `query-log`.
 *
 * @throws Failure `validation_error` for `limit`, `cursor`, `from` or `to`
 */
export const listQueryLog = async (
  view: ReadModelView,
  request: ListQueryLog,
): Promise<SealedPage<QueryLogDto>> => {
  const { only, slowerThan, intent, actorId, cursor, limit } = request;
  const askedAt = instantSpan(request.from, request.to);
  return listSealedRows(
    view,
    {
      entity: queryLogEntity,
      sealing: queryLogSealing,
      where: (after) => ({
        ...having(only, slowerThan ?? SLOW_MILLISECONDS),
        ...omitUndefined({ intent, actorId, askedAt }),
        ...(after === undefined ? {} : { askedPosition: { $lt: after } }),
      }),
      order: {
        by: { askedPosition: 'desc' },
        column: 'bigint',
        placeOf: (row) => row.askedPosition,
      },
      toItem: toQueryLogDto,
    },
    { limit, cursor },
  );
};
