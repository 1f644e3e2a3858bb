import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Beginnings of files that take a minute and more. Vitest begins with the largest file where it has no times of an
 * earlier run, and some of these are among the smallest: at the end one of them would run alone.
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

/** The order of the test files: those that take longest first, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((beginning) => moduleId.includes(`/test/${beginning}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
