import type { Configuration } from '../../app/configuration/configuration.ts';
import type { kurrentAt } from '../../app/migrate-installation/kurrent-at.ts';
import type { FilePlace } from '../../app/offline/file-place.ts';

/** One end of a migration. */
type MigrationEnd = {
  readonly database: string;
  readonly kurrent: ReturnType<typeof kurrentAt>;
};

/** A requested migration. */
export type Migration = {
  readonly configuration: Configuration;
  readonly from: MigrationEnd;
  readonly to: MigrationEnd;
  /** The target for the files; undefined when they stay in place. */
  readonly filePlace: FilePlace | undefined;
  readonly mode: 'move' | 'dry-run' | 'verify-only';
  readonly json: boolean;
};
