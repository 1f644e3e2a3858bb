import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type BreakGlassRow, breakGlassEntity } from './entity.ts';

export const breakGlassStates = ['awaiting_approval', 'open', 'awaiting_review', 'reviewed'] as const;
export type BreakGlassState = (typeof breakGlassStates)[number];

/**
 * The state of a grant at an instant. A grant reviewed while open stays open until its end, unless it was found
 * unjustified.
 */
export const stateOfGrant = (
  { expiresAt, outcome, awaitsApproval }: Pick<BreakGlassRow, 'expiresAt' | 'outcome' | 'awaitsApproval'>,
  now: string,
): BreakGlassState => {
  if (outcome !== null) return 'reviewed';
  if (awaitsApproval) return 'awaiting_approval';
  return expiresAt > now ? 'open' : 'awaiting_review';
};

const having = (state: BreakGlassState | undefined, now: string) => {
  switch (state) {
    case undefined:
      return {};
    case 'awaiting_approval':
      return { outcome: null, awaitsApproval: true };
    case 'open':
      return { outcome: null, awaitsApproval: false, expiresAt: { $gt: now } };
    case 'awaiting_review':
      return { outcome: null, awaitsApproval: false, expiresAt: { $lte: now } };
    case 'reviewed':
      return { outcome: { $ne: null } };
  }
};

/**
 * Break-glass grants, newest first. Reads read model `break-glass`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listGrants = (
  view: ReadModelView,
  {
    state,
    now,
    cursor,
    limit,
  }: PageRequest & { readonly state?: BreakGlassState | undefined; readonly now: string },
): Promise<PageOf<BreakGlassRow>> =>
  pageOfRows(
    limit,
    (rows) =>
      view.entities.find(
        breakGlassEntity,
        {
          ...having(state, now),
          ...(cursor === undefined ? {} : { openedPosition: { $lt: decodePositionCursor(cursor) } }),
        },
        { orderBy: { openedPosition: 'desc' }, limit: rows, disableIdentityMap: true },
      ),
    (row) => ({ ...row }),
    (row) => encodePositionCursor(row.openedPosition),
  );
