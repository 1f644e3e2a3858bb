import type { Command } from 'commander';
import { z } from 'zod';
import { kurrentAt } from '../../app/migrate-installation/kurrent-at.ts';
import { filePlaceOf } from '../../app/offline/file-place.ts';
import { usageError } from '../cli-error.ts';
import { configurationFrom } from '../configuration-from.ts';
import type { Environment } from '../environment.ts';
import type { Migration } from '../migrate/migration.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const database = z
  .string()
  .refine(
    (text) => text === 'embedded' || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)),
    'must be "embedded" or a postgres:// URL; in a password, write @ / : % as %40 %2F %3A %25',
  );

const modeOf = (dryRun: boolean, verifyOnly: boolean): Migration['mode'] => {
  if (dryRun && verifyOnly)
    throw usageError('--dry-run and --verify-only cannot be combined.', 'Use one of them.');
  if (dryRun) return 'dry-run';
  return verifyOnly ? 'verify-only' : 'move';
};

/** When no option assigns a KurrentDB to an end, refuses settings that imply one. */
const refuseKurrentOfNoEnd = (isConfigured: boolean, prefix: string | undefined): void => {
  if (isConfigured)
    throw usageError(
      'EVENTSTORE_URL is set, but it is unclear which end keeps its log there.',
      'Use --from-eventstore or --to-eventstore, or unset the variable.',
    );
  if (prefix !== undefined)
    throw usageError('--eventstore-prefix has no effect without a KurrentDB.', 'Leave it out.');
};

/** Reads the options of `migrate`. */
export const readMigration = (command: Command, environment: Environment): Migration => {
  refuseUrl(command);
  const options = parseOptions(command, {
    json: z.boolean().default(false),
    from: database,
    to: database,
    blobs: z.string().min(1).optional(),
    fromEventstore: z.string().optional(),
    toEventstore: z.string().optional(),
    eventstorePrefix: z.string().optional(),
    dryRun: z.boolean().default(false),
    verifyOnly: z.boolean().default(false),
  });
  const { from, to, blobs, fromEventstore, toEventstore, eventstorePrefix } = options;
  const mode = modeOf(options.dryRun, options.verifyOnly);
  const configuration = configurationFrom(environment);
  const prefix = eventstorePrefix ?? configuration.kurrent?.prefix;
  if (fromEventstore === undefined && toEventstore === undefined)
    refuseKurrentOfNoEnd(configuration.kurrent !== undefined, eventstorePrefix);
  return {
    configuration,
    from: { database: from, kurrent: kurrentAt(fromEventstore, prefix, '--from-eventstore') },
    to: { database: to, kurrent: kurrentAt(toEventstore, prefix, '--to-eventstore') },
    filePlace: blobs === undefined ? undefined : filePlaceOf(blobs, '--blobs', environment),
    mode,
    json: options.json,
  };
};
