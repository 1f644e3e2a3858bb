import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import type { ComponentName } from './component-name.ts';

/** Names have the form of identifiers and come from the program and its configuration, so they hold no personal data. */
const namePattern = /^[a-z][a-z-]{0,39}(?::[a-z][a-z0-9_-]{0,39})?$/;
const component = z
  .custom<ComponentName>(
    (value) => typeof value === 'string' && namePattern.test(value),
    'must be the name of a component',
  )
  .meta({ type: 'string', pattern: namePattern.source });
const node = z.string().min(1).max(128);
const instant = z.iso.datetime({ precision: 3 });
/** A failure code or a fixed sentence. */
const reason = z.string().max(200);

/** A component keeps failing, as one node sees it, and is bypassed. */
export const componentFailed = defineEvent(
  'ComponentFailed',
  z.strictObject({ component, node, reason, at: instant }),
);

/** A component works again. */
export const componentRecovered = defineEvent(
  'ComponentRecovered',
  z.strictObject({ component, node, failedAt: instant, at: instant }),
);

/** Too many recent calls of a component failed, but not enough in a row to bypass it. */
export const componentFailuresRose = defineEvent(
  'ComponentFailuresRose',
  z.strictObject({ component, node, failed: z.int().min(1), calls: z.int().min(1), at: instant }),
);

/** Several critical components fail at the same time. */
export const degradedModeEntered = defineEvent(
  'DegradedModeEntered',
  z.strictObject({ components: z.array(component).min(1).max(64), at: instant }),
);

/** All critical components are well again. */
export const degradedModeLeft = defineEvent(
  'DegradedModeLeft',
  z.strictObject({ enteredAt: instant, at: instant }),
);

export const componentEvents = [
  componentFailed,
  componentRecovered,
  componentFailuresRose,
  degradedModeEntered,
  degradedModeLeft,
] as const;
export type ComponentEvent = EventOf<(typeof componentEvents)[number]>;
