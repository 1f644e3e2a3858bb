import type { EventMetadata } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CommandContext } from './command-context.ts';

/** The metadata of an event that a command causes: who, why and on whose behalf. */
export const eventMetadataOf = (
  context: CommandContext,
  about: { readonly phi?: boolean; readonly subject?: string } = {},
): EventMetadata => ({
  correlationId: context.correlationId,
  causationId: context.commandId,
  actor: context.actor,
  phi: about.phi ?? false,
  ...omitUndefined({ traceparent: context.traceparent, client: context.client, subject: about.subject }),
});
