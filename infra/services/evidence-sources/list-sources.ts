import { isExternalSource, sourceNames } from '../../../domain/consultation/sources/source-name.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { SettingsReader } from '../../../ports/settings-reader.ts';
import type { SourceList } from '../../../ports/source-list.ts';
import { configuredSources } from './configured-sources.ts';
import type { SourceConfiguration } from './source-configuration.ts';

type ListedFrom = {
  readonly configuration: SourceConfiguration;
  readonly settings: SettingsReader;
  readonly health: Pick<ComponentMonitor, 'states'>;
};

/** Lists the sources with their setup, and the last outcome of this process's calls to the external ones. */
export const listSources =
  ({ configuration, settings, health }: ListedFrom): SourceList =>
  () => {
    const { enabledSources } = settings.current();
    const configured = configuredSources(configuration);
    const states = health.states();
    return sourceNames.map((source) => {
      const leavesThePremises = isExternalSource(source);
      const asked = states.find(({ component }) => component === `external-sources:${source}`);
      return {
        source,
        leavesThePremises,
        configured: !leavesThePremises || configured.includes(source),
        switchedOn: !leavesThePremises || configuration.switchedOn.includes(source),
        enabled: enabledSources.includes(source),
        ...(asked && {
          health: { state: asked.state, since: asked.since, ...omitUndefined({ reason: asked.reason }) },
        }),
      };
    });
  };
