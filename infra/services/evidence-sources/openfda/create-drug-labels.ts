import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import type { DrugLabels } from '../../../../ports/drug-labels.ts';
import { createGuard } from '../../../resilience/create-guard.ts';
import { wasRefusedLocally } from '../../../resilience/gate.ts';
import { isTransient } from '../../../resilience/is-transient.ts';
import { judgeFailure } from '../../../resilience/judge-failure.ts';
import type { LabelReader } from './label-reader.ts';
import { interactionLabel } from './read-label.ts';

/** Milliseconds, out of a tool's thirty seconds; the first attempt for a drug may have to queue. */
const ATTEMPT_MS = 8000;
/** Three retries (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 300, maxPause: 2000, maxRetryAfter: 10_000 };
const BULKHEAD = { concurrent: 16, queued: 64 };
/** Labels examined per drug: oral, intravenous, topical. */
const LABELS = 3;
/** Labels requested; most are from other manufacturers and repeat the same. */
const ASKED = 10;

/** Guards the labels of openFDA: retries transient failures, and stops asking while it keeps failing. */
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
    judge: (error) => (wasRefusedLocally(error) ? 'unknown' : judgeFailure(error)),
  });
  return {
    labelsOf: async (name, signal) => {
      const labels = await guard((within) => readLabels(name, ASKED, within), signal);
      return labels.slice(0, LABELS).map(interactionLabel);
    },
  };
};
