import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { checkDrugInteractions } from '../../consumers/tools/clinical/check-drug-interactions.ts';
import { generateDifferentialDiagnosis } from '../../consumers/tools/clinical/generate-differential-diagnosis.ts';
import { interpretLabValues } from '../../consumers/tools/clinical/interpret-lab-values.ts';
import { lookupMedicalAbbreviation } from '../../consumers/tools/clinical/lookup-medical-abbreviation.ts';
import { readPatientRecord } from '../../consumers/tools/clinical/read-patient-record.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createDrugLabels } from '../../infra/services/evidence-sources/openfda/create-drug-labels.ts';
import type { LabelReader } from '../../infra/services/evidence-sources/openfda/label-reader.ts';
import { createPatientRecords } from '../../infra/services/fhir/create-patient-records.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';

type ClinicalToolParts = {
  readonly configuration: Pick<Configuration, 'fhir'>;
  readonly commandServices: CommandServices;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  readonly search: KnowledgeSearch;
  readonly languageModels: LanguageModels;
  /** Reads drug labels from openFDA, if enabled. */
  readonly readLabels?: LabelReader;
};

/** The tools for patients, drugs and laboratory values. */
export const clinicalTools = ({
  configuration: { fhir },
  commandServices,
  metrics,
  health,
  search,
  languageModels: { local },
  readLabels,
}: ClinicalToolParts): readonly RegisteredTool[] => [
  checkDrugInteractions({ labels: readLabels && createDrugLabels(readLabels, health) }),
  generateDifferentialDiagnosis({
    search,
    // The model sees patient data, so it must not leave the premises.
    ...(local === undefined || local.model.leavesThePremises ? {} : { model: local }),
  }),
  interpretLabValues(),
  lookupMedicalAbbreviation(),
  readPatientRecord({
    commandServices,
    clock: systemClock,
    records: fhir && createPatientRecords(fhir, { metrics, health }),
  }),
];
