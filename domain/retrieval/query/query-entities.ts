import type { NamedDose } from '../../clinical-text/doses-named.ts';
import type { PatientAge } from '../../clinical-text/patient-ages.ts';
import type { PatientWeight } from '../../clinical-text/patient-weights.ts';
import type { DiseaseStage } from './disease-stages.ts';

/** The clinical entities named in a query. */
export type QueryEntities = {
  readonly drugs: readonly string[];
  readonly conditions: readonly string[];
  readonly procedures: readonly string[];
  readonly routes: readonly string[];
  readonly ages: readonly PatientAge[];
  readonly weights: readonly PatientWeight[];
  readonly doses: readonly NamedDose[];
  readonly stages: readonly DiseaseStage[];
};
