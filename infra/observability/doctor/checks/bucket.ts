import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Checks that the bucket for files is accessible, consistent and does not keep removed files. */
export const bucketOfFiles = ({
  bucket,
}: {
  /** Absent when files are in the data directory. */
  readonly bucket?: {
    readonly check: () => Promise<void>;
    /** Writes an object, reads it back and removes it. Returns whether it was readable immediately. */
    readonly isConsistent: () => Promise<boolean>;
    readonly isVersioned: () => Promise<boolean | undefined>;
  };
}): Check => ({
  name: 'bucket',
  run: async function* () {
    if (bucket === undefined) return;
    try {
      await bucket.check();
      if (!(await bucket.isConsistent()))
        return yield problem(
          'The bucket of files does not return immediately what was written to it.',
          'Use a strongly consistent store, such as AWS, MinIO or Ceph: otherwise files in use could be removed.',
        );
      yield fine('The bucket of files responds and is strongly consistent.');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isReadable = error.reason.details?.writes === 'refused';
      return yield problem(
        error.reason.message,
        isReadable
          ? 'Until then no file can be stored; accepted uploads wait to be indexed.'
          : 'Until then no file can be stored or read.',
      );
    }
    if ((await bucket.isVersioned()) === true)
      yield warning(
        'The bucket keeps older versions of removed files.',
        'They are sealed; set a lifecycle rule that expires them after the retention period of your backups.',
      );
  },
});
