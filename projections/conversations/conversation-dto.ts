import type { ConversationRow } from './entity.ts';

/** A conversation as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type ConversationDto = Readonly<Omit<ConversationRow, 'updatedPosition' | 'subject'>>;

/** A row as the API shows it. */
export const toConversationDto = ({
  updatedPosition: _,
  subject: __,
  ...shown
}: ConversationRow): ConversationDto => shown;
