import type { Configuration } from '../../app/configuration/configuration.ts';
import type { kurrentAt } from '../../app/migrate-installation/kurrent-at.ts';
import type { FilePlace } from '../../app/offline/file-place.ts';

/** One end of a migration. */
type MigrationEnd = {
  readonly database: string;
  readonly kurrent: ReturnType<typeof kurrentAt>;
};

/** What a person wants migrated, from where to where. */
export type Migration = {
  readonly configuration: Configuration;
  readonly from: MigrationEnd;
  readonly to: MigrationEnd;
  /** Where the files are brought, if they are. */
  readonly filePlace: FilePlace | undefined;
  readonly mode: 'move' | 'dry-run' | 'verify-only';
  readonly json: boolean;
};
