import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take minutes. Vitest begins with the largest file where it has no times of an earlier run, and those of a
 * scenario are among the smallest: at the end one of them would run alone.
 */
const LONGEST = /\/test\/endurance\/(chaos-|backup|kafka-restart|power-failures|gigabyte-|log-in-|hundreds-)/;

/** The order of the test files: those that take longest first, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
