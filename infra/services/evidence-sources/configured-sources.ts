import { type ExternalSource, externalSources } from '../../../domain/consultation/sources/source-name.ts';
import type { SourceConfiguration } from './source-configuration.ts';

/** The sources outside that can be asked as the configuration has it: switched on, with all that they need. */
export const configuredSources = (configuration: SourceConfiguration): readonly ExternalSource[] =>
  externalSources.filter((name) => configuration[name] !== undefined);
