import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { parseInput } from '../request/parse-input.ts';
import { positionText } from '../request/query-fields.ts';
import type { RouteHeader } from '../routing/define-route.ts';

const headerSchema = z.object({ 'Last-Event-ID': positionText('A log position').optional() });

/** The same header for the documentation: browsers send it by themselves when they connect again. */
export const lastEventId: RouteHeader = {
  name: 'Last-Event-ID',
  description: 'Resume after this event.',
  schema: positionText('A log position'),
};

/** For readers that cannot set the header on their first connection. */
export const resumeFields = {
  lastEventId: positionText('Resume after this event; the header Last-Event-ID takes precedence.').optional(),
};

/**
 * The position after which a reader resumes; `undefined` on a first connection.
 *
 * @throws Failure `validation_error` for a header that is none of our ids
 */
export const resumePosition = (
  header: string | undefined,
  query: Position | undefined,
): Position | undefined =>
  parseInput(headerSchema, header === undefined ? {} : { 'Last-Event-ID': header }, 'request')[
    'Last-Event-ID'
  ] ?? query;
