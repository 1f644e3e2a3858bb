import type { FilterQuery } from '@mikro-orm/core';
import { ALL_SUBJECTS } from '../../domain/audit/disclosed-subjects.ts';
import type { DoubtfulStretch, ReviewCover } from '../../domain/audit/review-coverage.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { type AuditEntryRow, auditEntryEntity } from './entity.ts';

type Condition = FilterQuery<AuditEntryRow>;

/** Entries of a range that no review covers. */
export type UncoveredEntries = {
  readonly first: Position;
  readonly last: Position;
  readonly count: number;
};

const by = (user: string): Condition => ({ $or: [{ actorId: user }, { onBehalfOf: user }] });

const notBy = (user: string): Condition => ({
  actorId: { $ne: user },
  $or: [{ onBehalfOf: null }, { onBehalfOf: { $ne: user } }],
});

/** The entries that one review leaves out: those that it does not concern, and its reviewer's own. */
const leftOutBy = ({ reviewer, actorId, subject }: ReviewCover): Condition => ({
  $or: [
    by(reviewer),
    ...(actorId === null ? [] : [notBy(actorId)]),
    ...(subject === null ? [] : [{ $not: { about: { $overlap: [subject, ALL_SUBJECTS] } } }]),
  ],
});

/**
 * The entries of a stretch that none of its reviews covers; undefined if there are none. Reads read model
 * `audit-entries`.
 */
export const uncoveredEntries = async (
  { entities }: ReadModelView,
  { from, to, covers }: DoubtfulStretch,
): Promise<UncoveredEntries | undefined> => {
  // Positions have no gaps: without a review, there is nothing to ask.
  if (covers.length === 0) return { first: from, last: to, count: to - from + 1 };
  const where: Condition = { $and: [{ position: { $gte: from, $lte: to } }, ...covers.map(leftOutBy)] };
  const end = (order: 'asc' | 'desc') =>
    entities.find(auditEntryEntity, where, {
      orderBy: { position: order },
      limit: 1,
      disableIdentityMap: true,
    });
  const [first] = await end('asc');
  const [last] = await end('desc');
  if (!first || !last) return undefined;
  return { first: first.position, last: last.position, count: await entities.count(auditEntryEntity, where) };
};
