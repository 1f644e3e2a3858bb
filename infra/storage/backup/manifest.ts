import { join } from 'node:path';
import { z } from 'zod';
import { sha256Schema, uuidSchema } from '../../../domain/kernel/identifiers.ts';
import { damagedBackup, unsuitableBackup } from './backup-problem.ts';
import { readChecked, writeChecked } from './checksum.ts';

/** Incremented when an older program could not read the new format. */
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';

const position = z.int().min(0);
const fileShape = {
  /** Relative to the folder of the manifest; never leads out of it. */
  file: z.string().regex(/^(?:[A-Za-z0-9_-]+\/)?[A-Za-z0-9._-]+$/),
  bytes: z.int().min(0),
  sha256: sha256Schema,
};
const masterKeySchema = z.strictObject({
  check: z.string().min(1),
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  /** Absent under the first master key, as earlier versions expect. */
  installation: z.string().min(1).optional(),
  since: z.iso.datetime().optional(),
});
const headShape = {
  formatVersion: z.literal(FORMAT_VERSION),
  backupId: uuidSchema,
  /** ISO 8601 UTC. */
  takenAt: z.iso.datetime(),
  programVersion: z.string(),
  /** The last position of the log in this backup, which holds every position from 1. */
  head: z.int().min(1),
  masterKey: masterKeySchema,
};

const manifestHeadSchema = z.strictObject(headShape);
/** The members that the manifests of the log and of the keys share. */
export type ManifestHead = z.output<typeof manifestHeadSchema>;

/** A segment of the log: one event per line, in order. */
const segmentSchema = z.strictObject({
  ...fileShape,
  first: z.int().min(1),
  last: z.int().min(1),
  /** The id of the last event, which identifies the log. */
  lastId: uuidSchema,
});
export type Segment = z.output<typeof segmentSchema>;

/** The most blobs that the installation itself may have lost; with more, the backup fails. */
export const MAX_MISSING_BLOBS = 10_000;

const manifestSchema = z.strictObject({
  format: z.literal('anamnesis-backup'),
  ...headShape,
  log: z.strictObject({ bytes: z.int().min(0), segments: z.array(segmentSchema).min(1) }),
  blobs: z.strictObject({
    count: z.int().min(0),
    bytes: z.int().min(0),
    missing: z.array(sha256Schema).max(MAX_MISSING_BLOBS),
    /** Blobs that were removed with an erased document; omitted when there are none, as earlier versions expect. */
    erased: z.array(sha256Schema).max(MAX_MISSING_BLOBS).optional(),
  }),
  /** The claims of commands with an idempotency key. */
  claims: z.strictObject({ ...fileShape, count: z.int().min(0) }),
  /** Tombstones, without any key: they may be kept for as long as the log. */
  erased: z.strictObject({ ...fileShape, count: z.int().min(0) }),
  checkpoints: z.array(z.strictObject({ consumer: z.string(), position })).max(1000),
});
/** The contents of a backup. It is written last: a folder without it is not a backup. */
export type Manifest = z.output<typeof manifestSchema>;

const keysManifestSchema = z.strictObject({
  format: z.literal('anamnesis-backup-keys'),
  ...headShape,
  keys: z.strictObject({ ...fileShape, count: z.int().min(0), erased: z.int().min(0) }),
});
/** The manifest of a copy of the wrapped keys, which is stored separately and for a shorter time. */
export type KeysManifest = z.output<typeof keysManifestSchema>;

const versionSchema = z.object({ format: z.string(), formatVersion: z.int() });

const read = async <Schema extends z.ZodType>(
  folder: string,
  format: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  const path = join(folder, MANIFEST);
  const members = await readChecked(path);
  if (members === undefined) return undefined;
  const version = versionSchema.safeParse(members);
  if (!version.success || version.data.format !== format)
    throw unsuitableBackup(
      `${path} is not the manifest of ${format === 'anamnesis-backup' ? 'a backup' : 'backed up keys'}.`,
    );
  if (version.data.formatVersion > FORMAT_VERSION)
    throw unsuitableBackup(
      `${path} was written by a newer version of the program (format ${version.data.formatVersion}; this one reads ` +
        `up to ${FORMAT_VERSION}). Use that version or a later one.`,
    );
  const parsed = schema.safeParse(members);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damagedBackup(`${path} is damaged: ${issue?.path.join('.') ?? ''} is invalid.`);
};

/** The manifest of a backup; undefined when there is none, as after an interrupted first run. */
export const readManifest = (folder: string): Promise<Manifest | undefined> =>
  read(folder, 'anamnesis-backup', manifestSchema);
export const readKeysManifest = (folder: string): Promise<KeysManifest | undefined> =>
  read(folder, 'anamnesis-backup-keys', keysManifestSchema);

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeChecked(join(folder, MANIFEST), manifestSchema.parse(manifest));
export const writeKeysManifest = (folder: string, manifest: KeysManifest): Promise<void> =>
  writeChecked(join(folder, MANIFEST), keysManifestSchema.parse(manifest));
