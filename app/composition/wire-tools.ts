import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { calculateMedicalScore } from '../../consumers/tools/calculation/calculate-medical-score.ts';
import { createToolRegistry } from '../../consumers/tools/create-tool-registry.ts';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import type { LabelReader } from '../../infra/services/evidence-sources/openfda/label-reader.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { SettingsReader } from '../../ports/settings-reader.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { calendarTools } from './calendar-tools.ts';
import { clinicalTools } from './clinical-tools.ts';
import { fileTools } from './file-tools.ts';
import { mailTools } from './mail-tools.ts';
import { type SearchToolParts, searchTools } from './search-tools.ts';

type ToolParts = SearchToolParts & {
  readonly configuration: Configuration;
  readonly commandServices: CommandServices;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  readonly search: KnowledgeSearch;
  readonly languageModels: LanguageModels;
  /** Reads drug labels from openFDA, if enabled. */
  readonly readLabels?: LabelReader;
  readonly settings: Pick<SettingsReader, 'current'>;
  /** Tools in addition to the built-in ones. */
  readonly furtherTools?: readonly RegisteredTool[];
};

/** The threads that read files for tools, separate from those for documents, so that no tool waits for a textbook. */
const READERS = 2;

/**
 * Registers all tools. A tool that is not configured is registered with an explanation of how to enable it. Registers the
 * threads, which start with the first file, on `resources`.
 */
export const wireTools = async (parts: ToolParts, resources: AsyncDisposableStack): Promise<ToolRegistry> => {
  const extractor = createTextExtractor({ workers: READERS });
  resources.defer(() => extractor.close());
  return createToolRegistry(
    [
      calculateMedicalScore,
      ...(await calendarTools(parts)),
      ...clinicalTools(parts),
      ...fileTools({ ...parts, extractor }),
      ...mailTools({ ...parts, extractor }),
      ...searchTools(parts),
      ...(parts.furtherTools ?? []),
    ],
    () => parts.settings.current().toolAccess ?? [],
  );
};
