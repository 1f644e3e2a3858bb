import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { parseInput } from './parse-input.ts';
import { positionText } from './query-fields.ts';

const headerSchema = z.object({ 'X-After-Position': positionText('A log position').optional() });

/**
 * The minimum log position that a reader requires: the later of `?after=` and `X-After-Position`.
 *
 * @throws Failure `validation_error` when the header is not a position
 */
export const afterPosition = (query: Position | undefined, header: string | undefined): Position => {
  const named = parseInput(
    headerSchema,
    header === undefined ? {} : { 'X-After-Position': header },
    'request',
  );
  return Math.max(query ?? 0, named['X-After-Position'] ?? 0);
};
