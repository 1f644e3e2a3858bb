import { type ExternalSource, externalSources } from '../../../domain/consultation/sources/source-name.ts';
import type { SourceConfiguration } from './source-configuration.ts';

/** Returns the external sources that are switched on and fully configured. */
export const configuredSources = (configuration: SourceConfiguration): readonly ExternalSource[] =>
  externalSources.filter((name) => configuration[name] !== undefined);
