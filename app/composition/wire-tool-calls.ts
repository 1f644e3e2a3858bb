import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { ToolCallServices } from '../../commands/runtime/tool-call-services.ts';
import { createUnresponsiveTools } from '../../commands/runtime/unresponsive-tools.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createLogClock } from '../../infra/storage/log-clock.ts';
import type { Database } from '../../ports/database.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** How long a person has to confirm a tool call, in milliseconds (orchestration, "Tool Execution Engine"). */
const CONFIRMATION_MS = 60_000;

/** The services for requesting and executing tool calls. */
export const wireToolCalls = (
  tools: ToolRegistry,
  commandServices: CommandServices & Pick<ToolCallServices, 'rateLimiter'>,
  database: Database,
  confirmationTime = CONFIRMATION_MS,
): ToolCallServices => {
  const clock = createLogClock(createDatabaseClock(database), systemClock);
  // The first call of the clock starts a measurement in the background, which should not wait for a confirmation.
  clock.now();
  return {
    ...commandServices,
    tools,
    clock,
    confirmationTime,
    hanging: createUnresponsiveTools(),
  };
};
