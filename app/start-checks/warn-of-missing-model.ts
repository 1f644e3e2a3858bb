import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { missingModelAdvice } from '../../domain/operations/missing-model.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Logger } from '../../ports/logger.ts';

/** Logs a warning when the index has vectors of a model that this program lacks, for example after an upgrade. */
export const warnOfMissingModel = async ({
  configured,
  all,
  commandServices,
  logger,
}: Embedders & {
  readonly commandServices: CommandServices;
  readonly logger: Logger;
}): Promise<void> => {
  const inUse = await modelInUse(commandServices, configured.model);
  const advice = missingModelAdvice(
    inUse.name,
    all.map(({ model }) => model.name),
  );
  if (advice !== undefined) logger.warn({ model: inUse.name }, advice);
};
