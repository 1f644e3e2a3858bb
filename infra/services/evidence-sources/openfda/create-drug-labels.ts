import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import type { DrugLabels } from '../../../../ports/drug-labels.ts';
import { createGuard } from '../../../resilience/create-guard.ts';
import { wasRefusedHere } from '../../../resilience/gate.ts';
import { isTransient } from '../../../resilience/is-transient.ts';
import { judgeFailure } from '../../../resilience/judge-failure.ts';
import type { LabelReader } from './label-reader.ts';
import { interactionLabel } from './read-label.ts';

/** Of the thirty seconds of a tool; the first attempt of a drug may wait for its turn. Milliseconds. */
const ATTEMPT_MS = 8000;
/** Three times more (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 300, maxPause: 2000, maxRetryAfter: 10_000 };
const BULKHEAD = { concurrent: 16, queued: 64 };
/** Labels of one drug that are looked through: by mouth, into the vein, on the skin. */
const LABELS = 3;
/** Labels that are asked for: most are of other makers and say the same. */
const ASKED = 10;

/** The labels of openFDA behind a guard: again where that may help, and left alone while it keeps failing. */
export const createDrugLabels = (
  readLabels: LabelReader,
  health: Pick<ComponentMonitor, 'report'>,
): DrugLabels => {
  const guard = createGuard({
    component: 'external-sources:openfda',
    label: 'openFDA',
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    judge: (error) => (wasRefusedHere(error) ? 'unknown' : judgeFailure(error)),
  });
  return {
    labelsOf: async (name, signal) => {
      const labels = await guard((within) => readLabels(name, ASKED, within), signal);
      return labels.slice(0, LABELS).map(interactionLabel);
    },
  };
};
