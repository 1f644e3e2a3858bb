import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { PatientRecords } from '../../../ports/patient-records.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import type { FhirConfiguration } from './fhir-configuration.ts';
import { readPatientRecord } from './read-patient-record.ts';
import { createPageRequests } from './request-page.ts';
import { createResourceSearch } from './search-resources.ts';

type Services = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds before the first retry; tests use less. */
  readonly firstPause?: number;
};

const ATTEMPT_MS = 10_000;
/** Three retries (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 2000, maxRetryAfter: 5000 };
const BULKHEAD = { concurrent: 8, queued: 64 };

/**
 * Reads patient records from a FHIR R4 server on the premises. Retries transient failures, and stops asking
 * an unresponsive server for a while.
 */
export const createPatientRecords = (
  configuration: FhirConfiguration,
  services: Services,
): PatientRecords => {
  const { metrics, health, firstPause = RETRIES.firstPause } = services;
  const guard = createGuard({
    component: 'patient-records',
    label: 'The server of patient records',
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, firstPause, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    // A server that refuses a request is working.
    judge: (error) => {
      const status = upstreamStatusOf(error);
      return typeof status === 'number' && status < 500 ? 'answered' : judgeFailure(error);
    },
  });

  const { base } = configuration;
  const requestPage = createPageRequests(configuration, metrics);
  const search = createResourceSearch(base, (request, signal) =>
    guard((within) => requestPage(request, within), signal),
  );
  return {
    server: base.host,
    read: (patientId, signal) => readPatientRecord(search, patientId, signal),
  };
};
