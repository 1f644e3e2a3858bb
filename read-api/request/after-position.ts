import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { parseInput } from './parse-input.ts';
import { positionText } from './query-fields.ts';

const headerSchema = z.object({ 'X-After-Position': positionText('A log position').optional() });

/**
 * The log position that a reader wants to see at least: the later of `?after=` and `X-After-Position`.
 *
 * @throws Failure `validation_error` for a header that is no position
 */
export const afterPosition = (query: Position | undefined, header: string | undefined): Position => {
  const named = parseInput(
    headerSchema,
    header === undefined ? {} : { 'X-After-Position': header },
    'request',
  );
  return Math.max(query ?? 0, named['X-After-Position'] ?? 0);
};
