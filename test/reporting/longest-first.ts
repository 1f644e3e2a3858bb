import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Prefixes of files that run for a minute or more. Without times of an earlier run, Vitest starts with the largest
 * file, and some of these are among the smallest: one of them would run alone at the end.
 */
const LONGEST: readonly string[] = [
  'endurance/backup',
  'endurance/chaos-',
  'endurance/gigabyte-uploads',
  'endurance/hundreds-of-jobs',
  'endurance/kafka-restart',
  'endurance/log-in-kurrentdb',
  'endurance/power-failures',
  'services/app/lost-',
  'services/infra/search/vector-index/qdrant-',
  'services/infra/storage/event-store-kurrent/contract',
  'services/projections/vectors-in-a-bucket',
];

/** The order of the test files: slowest first, so that all workers finish at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((beginning) => moduleId.includes(`/test/${beginning}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
