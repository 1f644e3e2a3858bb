import { erasurePlaceWords, unreachedPlaceWords } from './erasure-words.ts';
import type { ErasureEffect, UnreachedPlace } from './subject-events.ts';

/** What an erasure would do, and whether it can be requested now. */
type PlannedErasure = {
  readonly subject: string;
  readonly state: string;
  readonly effects: readonly ErasureEffect[];
  readonly streams: Readonly<Record<string, number | undefined>>;
  readonly notReached: readonly UnreachedPlace[];
  /** Holds in force, by id. */
  readonly holds: readonly string[];
};

const standing = ({ state, holds }: PlannedErasure): string => {
  if (state === 'erased') return 'It is already erased: the following remains, unreadable or to be removed.';
  if (holds.length > 0) return `It cannot be erased now, because it is under hold (${holds.join(', ')}).`;
  return 'Nothing has been changed. An erasure would reach the following now.';
};

const counts = (streams: PlannedErasure['streams']): string =>
  Object.entries(streams)
    .map(([category, count]) => `${category.replaceAll('_', ' ')} ${count}`)
    .join(', ');

/** The plan of an erasure as plain text for people, one fact per line. */
export const describeErasurePlan = (plan: PlannedErasure): string =>
  [
    `Erasure of ${plan.subject}, planned`,
    standing(plan),
    '',
    'What it reaches:',
    ...plan.effects.map(
      ({ place, count, effect }) =>
        `- ${erasurePlaceWords[place]}: ${count} ${effect === 'removed' ? 'would be removed' : 'would become unreadable for good'}.`,
    ),
    ...(Object.keys(plan.streams).length === 0
      ? []
      : [`- Streams with such events: ${counts(plan.streams)}.`]),
    '',
    'What it does not reach:',
    ...plan.notReached.map((place) => `- ${unreachedPlaceWords[place]}`),
  ].join('\n');
