import { counted } from '../../../../domain/kernel/counted.ts';
import { isCritical } from '../../../../domain/operations/degraded-mode.ts';
import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** What the process that is asked does without because it keeps failing. */
export const components = ({
  components: monitor,
}: {
  readonly components: Pick<ComponentMonitor, 'states' | 'degraded'>;
}): Check => ({
  name: 'components',
  run: async function* () {
    const states = monitor.states();
    const failed = states.filter(({ state }) => state === 'failed');
    for (const { component, since, reason } of failed)
      yield (isCritical(component) ? problem : warning)(
        `The component ${component} fails since ${since}${reason === undefined ? '' : ` (${reason})`}.`,
        'See docs/failure-matrix.md for what is done without it; it is looked at again every minute.',
      );
    const unwell = states.filter(({ state, against }) => state === 'well' && against > 0);
    for (const { component, against, reason } of unwell)
      yield warning(
        `The component ${component} failed at its last ${against === 1 ? 'use' : `${against} uses`}${reason === undefined ? '' : ` (${reason})`}.`,
        'The log says why. See docs/failure-matrix.md for what is done without it.',
      );
    if (monitor.degraded())
      yield problem(
        'Several critical components fail: questions are answered with excerpts, and indexing is paused.',
        'Fix any of them; degraded mode ends by itself.',
      );
    if (failed.length + unwell.length === 0)
      yield fine(`${counted(states.length, 'component')} in use, none of them failing.`);
  },
});
