import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import { installableModels } from '../installable/installable-models.ts';
import { modelFolder } from '../installable/model-folder.ts';
import { joinPhiDetectors } from './join-phi-detectors.ts';
import { patternDetector } from './pattern-detector.ts';
import type { PhiConfiguration } from './phi-configuration.ts';
import { createPresidioDetector } from './presidio-detector.ts';
import { createTransformersDetector } from './transformers-detector.ts';

type DetectorServices = {
  readonly modelsDir: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
};

/** Share of the screening timeout for a remote detector, so that its slowness is attributed to it. */
const SHARE_OF_TIME = 0.9;

/** The setting that selects the installable model. */
const INSTALLED = 'names';

/**
 * Creates the detector: the built-in rules plus those configured. Rejects with `unavailable` when a model cannot be
 * loaded.
 */
export const createPhiDetector = async (
  { model, presidio, timeout }: PhiConfiguration,
  { modelsDir, logger, metrics, health }: DetectorServices,
): Promise<PhiDetector> => {
  if (model === undefined && presidio === undefined) return patternDetector;
  const name = model === INSTALLED ? installableModels.names.model : model;
  return joinPhiDetectors(
    [
      patternDetector,
      ...(name === undefined
        ? []
        : [
            await createTransformersDetector({
              model: name,
              ...omitUndefined({ folder: await modelFolder(modelsDir, name) }),
            }),
          ]),
      ...(presidio === undefined
        ? []
        : [createPresidioDetector({ ...presidio, timeout: SHARE_OF_TIME * timeout, metrics, health })]),
    ],
    { logger, metrics, timeout },
  );
};
