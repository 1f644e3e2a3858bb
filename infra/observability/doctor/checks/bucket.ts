import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Whether the bucket of files lets us in, shows at once what is written there, and forgets what is removed. */
export const bucketOfFiles = ({
  bucket,
}: {
  /** Absent where files are in the data directory. */
  readonly bucket?: {
    readonly check: () => Promise<void>;
    /** Writes something, looks for it, and removes it. Answers whether it was found at once. */
    readonly isConsistent: () => Promise<boolean>;
    readonly keepsVersions: () => Promise<boolean | undefined>;
  };
}): Check => ({
  name: 'bucket',
  run: async function* () {
    if (bucket === undefined) return;
    try {
      await bucket.check();
      if (!(await bucket.isConsistent()))
        return yield problem(
          'The bucket of files does not show at once what was written to it.',
          'Use a store that is strongly consistent, as AWS, MinIO and Ceph are: files that are in use could be removed.',
        );
      yield fine('The bucket of files answers, and shows at once what is written to it.');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isReadable = error.reason.details?.writes === 'refused';
      return yield problem(
        error.reason.message,
        isReadable
          ? 'Until then no file can be stored; what was taken waits to be indexed.'
          : 'Until then no file can be stored or read.',
      );
    }
    if ((await bucket.keepsVersions()) === true)
      yield warning(
        'The bucket keeps older versions of what is removed.',
        'They are sealed; let a rule of the bucket expire them, after the days that you would keep a backup.',
      );
  },
});
