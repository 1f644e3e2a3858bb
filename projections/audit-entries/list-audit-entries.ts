import type { AnyEvent } from '../../domain/all-events.ts';
import { defined } from '../../domain/kernel/defined.ts';
import type { StreamCategory } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import type { AuditEntryRow } from './entity.ts';
import { auditEntryEntity } from './entity.ts';

/** An entry of the audit trail as the API shows it; instants are ISO 8601 UTC. */
type AuditEntryDto = Readonly<AuditEntryRow>;

/** A row as the API shows it: a plain object of its own. */
const toAuditEntryDto = (row: AuditEntryRow): AuditEntryDto => ({ ...row });

/** Narrows the audit trail; members combine by "and". */
export type ListAuditEntries = PageRequest & {
  /** `desc` (newest first) when absent. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly actorId?: string | undefined;
  readonly type?: AnyEvent['type'] | undefined;
  readonly streamId?: string | undefined;
  readonly category?: StreamCategory | undefined;
  readonly correlationId?: string | undefined;
  readonly subject?: string | undefined;
  readonly phi?: boolean | undefined;
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly to?: string | undefined;
};

/** In the one form in which the log writes instants, so that comparing text compares time. */
const instantOf = (path: 'from' | 'to', text: string): string => {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return new Date(instant).toISOString();
  throw new Failure(
    failure('validation_error', 'An instant must be written as ISO 8601, such as 2025-01-31T08:00:00Z.', {
      details: { issues: [{ path, message: 'must be an ISO 8601 instant' }] },
    }),
  );
};

const equalities = ({
  actorId,
  type,
  streamId,
  category,
  correlationId,
  subject,
  phi,
}: ListAuditEntries) => ({
  ...defined({ actorId, type, streamId, category, correlationId, subject, phi }),
});

const during = (from: string | undefined, to: string | undefined) =>
  from === undefined && to === undefined
    ? {}
    : {
        recordedAt: {
          ...(from === undefined ? {} : { $gte: instantOf('from', from) }),
          ...(to === undefined ? {} : { $lte: instantOf('to', to) }),
        },
      };

const beyond = (order: 'asc' | 'desc', cursor: string | undefined) => {
  if (cursor === undefined) return {};
  const position = decodePositionCursor(cursor);
  return { position: order === 'asc' ? { $gt: position } : { $lt: position } };
};

/**
 * The audit trail in the order of the log, the newest first unless asked otherwise. Reads read model
 * `audit-entries`.
 *
 * @throws Failure `validation_error` for `limit`, `cursor`, `from` or `to`
 */
export const listAuditEntries = async (
  view: ReadModelView,
  request: ListAuditEntries,
): Promise<PageOf<AuditEntryDto>> => {
  const { limit, cursor, order = 'desc', from, to } = request;
  const where = {
    ...equalities(request),
    ...during(from, to),
    ...beyond(order, cursor),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(auditEntryEntity, where, {
        orderBy: { position: order },
        limit: rows,
        disableIdentityMap: true,
      }),
    toAuditEntryDto,
    (row) => encodePositionCursor(row.position),
  );
};
