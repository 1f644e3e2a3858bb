import { allEvents } from '../../domain/all-events.ts';
import type { EventMetadata, RecordedEvent } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { compileSensitivePaths, mapSensitive } from '../../domain/privacy/sensitive-paths.ts';

const idIn = (data: unknown, name: string): string => String(Reflect.get(Object(data), name));

/** The data subject of an event in a test history, as derived by the commands that record such events. */
const subjectOfEvent = ({ streamId, data, metadata }: RecordedEvent): string | undefined => {
  switch (categoryOf(streamId)) {
    case 'document':
    case 'indexing':
      return `document:${idIn(data, 'docKey')}`;
    case 'conversation':
      return `conversation:${idIn(data, 'conversationId')}`;
    case 'query':
      return `query:${idIn(data, 'queryId')}`;
    case 'tool_call':
      return `tool_call:${idIn(data, 'toolCallId')}`;
    case 'access':
      return `searches-of:${metadata.actor.id}`;
    default:
      return metadata.subject;
  }
};

/** Adds to each event its data subject, as it would be recorded. */
export const withSubjects = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.map((event) => {
    const subject = subjectOfEvent(event);
    const metadata: EventMetadata = { ...event.metadata, ...(subject === undefined ? {} : { subject }) };
    return { ...event, metadata };
  });

const pathsOf = new Map(allEvents.map(({ type, schema }) => [type as string, compileSensitivePaths(schema)]));

/** The history as read after the key of a subject was destroyed. */
export const withoutKeyOf = (subject: string, events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.map((event) => {
    const paths = pathsOf.get(event.type);
    if (!paths || event.metadata.subject !== subject) return event;
    return { ...event, data: mapSensitive(paths, event.data, (_value, _pointer, erasedAs) => erasedAs) };
  });
