import type { ToolCall } from '../../../../client/index.ts';

type Words = {
  readonly text: string;
  readonly tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
};

/** The states of a call in words. */
export const callStatusWords: Readonly<Record<ToolCall['status'], Words>> = {
  requested: { text: 'Requested', tone: 'neutral' },
  awaiting_confirmation: { text: 'Waits for confirmation', tone: 'warning' },
  running: { text: 'Running', tone: 'accent' },
  succeeded: { text: 'Succeeded', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  declined: { text: 'Declined', tone: 'neutral' },
  expired: { text: 'Not confirmed in time', tone: 'neutral' },
  rejected: { text: 'Refused', tone: 'danger' },
  timed_out: { text: 'Took too long', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  unknown: { text: 'May have taken effect: check it', tone: 'danger' },
};
