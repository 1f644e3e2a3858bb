import type { StreamCategory, StreamId } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { consultationSettingsStream } from '../../domain/operations/settings-decider.ts';

/** The kinds of things whose state at a moment can be shown. */
export const objectKinds = ['conversation', 'query', 'document', 'settings'] as const;
export type ObjectKind = (typeof objectKinds)[number];

const kindOfCategory: Readonly<Partial<Record<StreamCategory, ObjectKind>>> = {
  conversation: 'conversation',
  query: 'query',
  document: 'document',
};

/** The kind of a stream's thing; undefined if its state is not shown. */
export const objectKindOf = (streamId: StreamId): ObjectKind | undefined =>
  streamId === consultationSettingsStream ? 'settings' : kindOfCategory[categoryOf(streamId)];
