import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { settingsDecider } from '../../domain/operations/settings-decider.ts';
import { settingsChanged } from '../../domain/operations/settings-events.ts';
import { toConversationDto } from '../conversations/conversation-dto.ts';
import { conversationsProjection } from '../conversations/projection.ts';
import { toDocumentDto } from '../documents/document-dto.ts';
import { documentsProjection } from '../documents/projection.ts';
import type { KeyedProjection } from '../keyed-projection.ts';
import { queriesProjection } from '../queries/projection.ts';
import { toQueryDto } from '../queries/query-dto.ts';
import { foldBatch } from '../runner/fold-batch.ts';
import type { ObjectKind } from './object-kinds.ts';

/** The row of a key after events, by the fold that keeps the read model current. */
const rowAfter = async <Row extends object>(
  projection: KeyedProjection<Row>,
  key: string,
  events: readonly RecordedEvent[],
): Promise<Row | undefined> => {
  const { changed } = await foldBatch(projection, events, async () => []);
  return changed.find((row) => String(row[projection.key]) === key);
};

/** The settings that people had changed and not reset. */
const settingsAfter = (events: readonly RecordedEvent[]): object =>
  events.reduce(
    (state, event) =>
      event.type === settingsChanged.type
        ? settingsDecider.evolve(state, {
            type: settingsChanged.type,
            data: settingsChanged.schema.parse(event.data),
          })
        : state,
    settingsDecider.initialState,
  ).changed;

const shown = <Row>(row: Row | undefined, show: (row: Row) => object): object | undefined =>
  row === undefined ? undefined : show(row);

/**
 * A thing as its read model shows it after these events, in log order: all events about it, which may be in several
 * streams. Undefined when they do not begin it.
 */
export const stateAfter = async (
  kind: ObjectKind,
  streamId: StreamId,
  events: readonly RecordedEvent[],
): Promise<object | undefined> => {
  const key = streamId.slice(kind.length + 1);
  switch (kind) {
    case 'conversation':
      return shown(await rowAfter(conversationsProjection, key, events), toConversationDto);
    case 'query':
      return shown(await rowAfter(queriesProjection, key, events), toQueryDto);
    case 'document':
      return shown(await rowAfter(documentsProjection, key, events), toDocumentDto);
    case 'settings':
      return events.length === 0 ? undefined : settingsAfter(events);
  }
};
