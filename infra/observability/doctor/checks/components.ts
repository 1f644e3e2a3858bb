import { counted } from '../../../../domain/kernel/counted.ts';
import { isCritical } from '../../../../domain/operations/degraded-mode.ts';
import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Reports the components that keep failing in this process. */
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
        `The component ${component} has been failing since ${since}${reason === undefined ? '' : ` (${reason})`}.`,
        'See docs/failure-matrix.md for the consequences; it is retried every minute.',
      );
    const unwell = states.filter(({ state, against }) => state === 'well' && against > 0);
    for (const { component, against, reason } of unwell)
      yield warning(
        `The component ${component} failed at its last ${against === 1 ? 'use' : `${against} uses`}${reason === undefined ? '' : ` (${reason})`}.`,
        'See the log for the cause, and docs/failure-matrix.md for the consequences.',
      );
    if (monitor.degraded())
      yield problem(
        'Several critical components are failing: questions are answered with excerpts, and indexing is paused.',
        'Fix any of them; degraded mode then ends automatically.',
      );
    if (failed.length + unwell.length === 0)
      yield fine(`${counted(states.length, 'component')} in use, none of them failing.`);
  },
});
