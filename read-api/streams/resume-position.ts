import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { parseInput } from '../request/parse-input.ts';
import { positionText } from '../request/query-fields.ts';
import type { RouteHeader } from '../routing/define-route.ts';
import { placeText, type StreamPlace } from './stream-place.ts';

const headerSchema = z.object({ 'Last-Event-ID': positionText('A log position').optional() });

/** The same header for the documentation: browsers send it automatically when they reconnect. */
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
 * @throws Failure `validation_error` when the header is not one of our ids
 */
export const resumePosition = (
  header: string | undefined,
  query: Position | undefined,
): Position | undefined =>
  parseInput(headerSchema, header === undefined ? {} : { 'Last-Event-ID': header }, 'request')[
    'Last-Event-ID'
  ] ?? query;

const placeDescription = 'A log position, or two numbers with a point between them as they came in an id';
const placeHeaderSchema = z.object({ 'Last-Event-ID': placeText(placeDescription).optional() });

/** The same three for a stream whose ids also include positions between events. */
export const lastPlaceId: RouteHeader = {
  name: 'Last-Event-ID',
  description: 'Resume after this event, or within the draft that follows it.',
  schema: placeText(placeDescription),
};
export const resumePlaceFields = {
  lastEventId: placeText('Resume here; the header Last-Event-ID takes precedence.').optional(),
};
export const resumePlace = (
  header: string | undefined,
  query: StreamPlace | undefined,
): StreamPlace | undefined =>
  parseInput(placeHeaderSchema, header === undefined ? {} : { 'Last-Event-ID': header }, 'request')[
    'Last-Event-ID'
  ] ?? query;

/**
 * The place where a reader resumes. A position beyond the head was issued before the log was restored from a backup:
 * the events after the backup are gone, and others will take their positions. A reconnecting browser sends such a
 * position automatically and gives up permanently on an error, so the stream resumes from an existing place instead.
 */
export const resumeWithin = (
  after: Position,
  head: Position,
): { readonly after: Position; readonly isReset: boolean } =>
  after > head ? { after: 0, isReset: true } : { after, isReset: false };
