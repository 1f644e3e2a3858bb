import type { Application } from '../../../app/create-application.ts';
import { createResetProjection } from '../../../commands/reset-projection.ts';
import type { CommandContext } from '../../../commands/runtime/command-context.ts';

/** Requests a rebuild like the command. */
export const resetProjectionByName = async (
  { http }: Application,
  projection: string,
  context: CommandContext,
): Promise<void> => {
  await createResetProjection([projection]).handle({ projection }, context, http.commandServices, undefined);
};
