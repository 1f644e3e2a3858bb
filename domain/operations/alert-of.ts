import type { ComponentEvent } from './component-events.ts';
import type { ComponentName } from './component-name.ts';
import type { CostEvent } from './cost-events.ts';
import { isCritical } from './degraded-mode.ts';
import type { LogLossEvent } from './log-loss-events.ts';
import type { SealingAlertEvent, StopReason } from './sealing-events.ts';
import { describeContradiction } from './witnessing-decider.ts';
import type { WitnessingAlertEvent } from './witnessing-events.ts';

/** An alert to an operator. */
export type AlertNotice = {
  readonly kind:
    | 'component_failed'
    | 'component_recovered'
    | 'failures_rose'
    | 'cost_limit'
    | 'log_lost'
    | 'sealing_stopped'
    | 'log_altered'
    | 'witness_contradicts'
    | 'degraded'
    | 'restored'
    | 'test';
  readonly severity: 'info' | 'warning' | 'critical';
  readonly component?: ComponentName;
  /** One or two sentences, composed of fixed words and names of components. */
  readonly text: string;
};

/** The fallback for each component, in the words of the failure matrix. */
const withoutIt: Readonly<Record<string, string>> = {
  'knowledge-search': 'Questions are answered from words alone and from external sources, with a warning.',
  'external-sources': 'Questions are answered from the knowledge base and the other sources, with a warning.',
  'phi-detector': 'Every question is treated as containing PHI and stays on the premises.',
  'intent-classifier': 'Questions are treated as general, and all sources are searched.',
  'cloud-model': 'Answers come from the local model, or as excerpts.',
  'local-model': 'Questions with PHI are answered with excerpts.',
  'safety-filter': 'Generated answers are blocked.',
  reranker: 'Results are in the order in which the search found them.',
  embedding: 'Questions are answered from words alone; new documents wait.',
  database: 'Nothing can be stored; requests are refused until it is back.',
  cache: 'Everything is fetched again, which is slower.',
  redis: 'Each node counts and caches separately; answers reach readers on other nodes through the database.',
  calendar: 'The calendar and task tools do not work; everything else does.',
  files: 'The file tools do not work; everything else does.',
  mail: 'E-mail cannot be searched; everything else works.',
  witnesses:
    'Checkpoints of the log are signed and wait to be kept outside; the newest one is sent when it works again.',
  'mail-sending': "People's e-mails are not sent; alerts and everything else work.",
};

const without = (component: ComponentName): string => withoutIt[component.split(':')[0] ?? ''] ?? '';

const whyStopped: Readonly<Record<StopReason, string>> = {
  key_missing: 'the key that signed the last one is not here, as after a restore',
  key_changed: 'the key is not the one that signed the last one',
  log_went_back: 'the log lost events that may have been sealed',
  log_changed: 'the log no longer has the events that were sealed',
};

/** The events that alert operators. */
export type AlertingEvent =
  | ComponentEvent
  | CostEvent
  | LogLossEvent
  | SealingAlertEvent
  | WitnessingAlertEvent;

/** Returns the alert for an event. */
export const alertOf = (event: AlertingEvent): AlertNotice => {
  switch (event.type) {
    case 'CostLimitReached': {
      const { month, spentUsd, limitUsd } = event.data;
      return {
        kind: 'cost_limit',
        severity: 'warning',
        text: `Language models have cost ${spentUsd.toFixed(2)} of ${limitUsd.toFixed(2)} US dollars in ${month}. Cloud models are not called until the month ends or the limit is raised; answers come from the local model, or as excerpts.`,
      };
    }
    case 'LogEventsLost': {
      const { keptTo, lostTo, node } = event.data;
      return {
        kind: 'log_lost',
        severity: 'critical',
        text: `The database failed over or was restored to a state without events that had been acknowledged: positions ${keptTo + 1} to ${lostTo}, as read by ${node}. What was done in that time has to be repeated; see "The database lost events" in docs/runbook.md.`,
      };
    }
    case 'SealingStopped': {
      const { because, size } = event.data;
      return {
        kind: 'sealing_stopped',
        severity: 'critical',
        text: `No checkpoint of the log is signed any more after position ${size}: ${whyStopped[because]}. A person has to decide; see "Sealing has stopped" in docs/runbook.md.`,
      };
    }
    case 'LogVerificationFailed': {
      const { from, position, checkpointSize } = event.data;
      return {
        kind: 'log_altered',
        severity: 'critical',
        text: `The log was altered after it was sealed at position ${checkpointSize}: the first event that differs is ${from === position ? `at position ${position}` : `between positions ${from} and ${position}`}. See "The log was altered" in docs/runbook.md.`,
      };
    }
    case 'WitnessContradicted':
      return {
        kind: 'witness_contradicts',
        severity: 'critical',
        text: `${describeContradiction(event.data)} See "A witness contradicts the log" in docs/runbook.md.`,
      };
    case 'ComponentFailed': {
      const { component, node, reason } = event.data;
      return {
        kind: 'component_failed',
        severity: isCritical(component) ? 'critical' : 'warning',
        component,
        text: `The component ${component} keeps failing (${reason}), as seen by ${node}. ${without(component)}`.trim(),
      };
    }
    case 'ComponentRecovered': {
      const { component, failedAt } = event.data;
      return {
        kind: 'component_recovered',
        severity: 'info',
        component,
        text: `The component ${component} works again; it had been failing since ${failedAt}.`,
      };
    }
    case 'ComponentFailuresRose': {
      const { component, failed, calls } = event.data;
      return {
        kind: 'failures_rose',
        severity: 'warning',
        component,
        text: `The component ${component} failed in ${failed} of its last ${calls} calls.`,
      };
    }
    case 'DegradedModeEntered':
      return {
        kind: 'degraded',
        severity: 'critical',
        text: `Degraded mode: ${event.data.components.join(', ')} fail at the same time. Questions are answered with excerpts, and indexing is paused.`,
      };
    case 'DegradedModeLeft':
      return {
        kind: 'restored',
        severity: 'info',
        text: `Degraded mode, which began at ${event.data.enteredAt}, is over: all critical components work again.`,
      };
  }
};
