import { type ToolConfirmation, toolConfirmationOf } from '../../domain/tools/tool-confirmation.ts';
import type { ToolCallRow } from './entity.ts';

type Hidden = 'subject' | 'actorId' | 'requestedPosition' | 'confirmation' | 'expiresAt';

/** A tool call as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type ToolCallDto = Readonly<Omit<ToolCallRow, Hidden>> & {
  /** The confirmation prompt; null when there is none. */
  readonly confirmation: ToolConfirmation | null;
};

/** A row as the API shows it. */
export const toToolCallDto = ({
  subject: _,
  actorId: __,
  requestedPosition: ___,
  confirmation,
  expiresAt,
  ...shown
}: ToolCallRow): ToolCallDto => ({
  ...shown,
  confirmation:
    confirmation === null || expiresAt === null
      ? null
      : toolConfirmationOf({ toolCallId: shown.toolCallId, tool: shown.tool, ...confirmation, expiresAt }),
});
