import type { Application } from '../../../app/create-application.ts';
import { createResetProjection } from '../../../commands/reset-projection.ts';
import type { CommandContext } from '../../../commands/runtime/command-context.ts';

/** Asks for a rebuild as the command does. */
export const resetProjectionByName = async (
  { http }: Application,
  projection: string,
  context: CommandContext,
): Promise<void> => {
  await createResetProjection([projection]).handle({ projection }, context, http.commandServices, undefined);
};
