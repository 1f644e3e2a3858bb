import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { sha256Schema, streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import { backupStartRepresentation } from '../representations/backup-representation.ts';
import { positionText } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData, type StreamAnswer } from '../routing/route-answer.ts';

type Needs = Pick<HttpApiServices, 'storedInstallation' | 'eventStore' | 'clock' | 'identity' | 'version'> & {
  readonly commandServices: Pick<HttpApiServices['commandServices'], 'blobs'>;
};

/** Hours within which a backup can be read: enough for a large one over a slow line. */
const READABLE_HOURS = 24;
const REMEMBERED_BACKUPS = 100;

type Begun = {
  readonly head: Position;
  /** ISO 8601. */
  readonly at: string;
  readonly actorId: string;
  readonly until: number;
};

/** A backup that the caller began, with its end position: nothing is copied without a record. */
const createBackupFinder = ({ eventStore, clock }: Needs) => {
  const known = new LRUCache<string, Begun>({ max: REMEMBERED_BACKUPS });
  const look = async (backupId: string): Promise<Begun | undefined> => {
    for await (const event of eventStore.readStream(streamIdOf('access', `backup-${backupId}`))) {
      if (event.type !== 'BackupTaken') return undefined;
      return {
        head: event.position,
        at: event.recordedAt,
        actorId: event.metadata.actor.id,
        until: Date.parse(event.recordedAt) + READABLE_HOURS * 3_600_000,
      };
    }
    return undefined;
  };
  return async (backupId: string, request: RouteRequest): Promise<Begun> => {
    const begun = known.get(backupId) ?? (await look(backupId));
    if (begun?.actorId !== request.caller.actor.id || Date.parse(clock.now()) > begun.until)
      throw new Failure(
        failure('not_found', `You began no such backup in the last ${READABLE_HOURS} hours. Begin one.`),
      );
    known.set(backupId, begun);
    return begun;
  };
};
type BackupFinder = ReturnType<typeof createBackupFinder>;

const NDJSON = 'application/x-ndjson';
const lines = {
  status: 200,
  description: 'One item per line. A broken connection means that it is incomplete.',
  contentType: NDJSON,
  content: z.looseObject({}).meta({ description: 'As stored, for a restore.' }),
} as const;

/** Pages of items as lines, until the reader disconnects. */
async function* asLines(pages: AsyncIterable<readonly object[]>, signal: AbortSignal) {
  for await (const page of pages) {
    if (signal.aborted) throw new Error('The reader disconnected, or the server is stopping.');
    yield page.map((item) => `${JSON.stringify(item)}\n`).join('');
  }
}

/**
 * One page at a time: a client that copies the named files before requesting the next needs longer than a stream
 * waits.
 */
async function* firstOf<Page>(pages: AsyncIterable<Page>) {
  for await (const page of pages) {
    yield page;
    return;
  }
}

const streamOf = (pages: () => AsyncIterable<readonly object[]>): StreamAnswer => ({
  kind: 'stream',
  live: false,
  contentType: NDJSON,
  headers: { 'Cache-Control': 'no-store' },
  content: (signal) => asLines(pages(), signal),
});

const begin = (services: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/backups',
    access: 'backups:take',
    tag: 'Operations',
    operationId: 'beginBackup',
    summary: 'Begins a backup: fixes its end position, and records that it is taken.',
    ownership: 'none',
    discloses: ['BackupTaken'],
    params: none,
    query: none,
    body: none,
    response: backupStartRepresentation,
    handle: async (_input, request) => {
      const { storedInstallation, clock, identity, version } = services;
      const backupId = identity.newId();
      // Read before the head, so that the copied log contains everything that consumers have done up to here.
      const checkpoints = await storedInstallation.checkpoints();
      const masterKey = await storedInstallation.masterKey();
      const { position } = await recordAccess(
        request.caller,
        { what: { type: 'BackupTaken', data: { backupId } } },
        services,
      );
      return answerData(
        {
          backupId,
          head: position,
          takenAt: clock.now(),
          programVersion: version,
          checkpoints: [...checkpoints],
          masterKey,
        },
        { metadata: { position } },
      );
    },
  });

const events = ({ storedInstallation }: Needs, begunBy: BackupFinder): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/backups/:backupId/events',
    access: 'backups:take',
    tag: 'Operations',
    operationId: 'readBackupEvents',
    summary: 'The next events after a position, as stored (encrypted), up to the end of the backup.',
    ownership: 'none',
    discloses: { recordedBy: 'beginBackup' },
    params: z.strictObject({ backupId: uuidSchema }),
    query: z.strictObject({
      after: positionText('The position after which to begin; 0 when absent.').optional(),
    }),
    body: none,
    responses: [lines],
    handle: async ({ params, query }, request) => {
      const { head } = await begunBy(params.backupId, request);
      return streamOf(() => firstOf(storedInstallation.events(query.after ?? 0, head)));
    },
  });

const blob = ({ storedInstallation, commandServices }: Needs, begunBy: BackupFinder): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/backups/:backupId/blobs/:sha256',
    access: 'backups:take',
    tag: 'Operations',
    operationId: 'readBackupBlob',
    summary: 'A stored file.',
    ownership: 'none',
    discloses: { recordedBy: 'beginBackup' },
    params: z.strictObject({ backupId: uuidSchema, sha256: sha256Schema }),
    query: none,
    body: none,
    responses: [
      { status: 200, description: 'Its bytes.', contentType: 'application/octet-stream', content: bytes },
    ],
    handle: async ({ params: { backupId, sha256 } }, request) => {
      await begunBy(backupId, request);
      if (!(await commandServices.blobs.has(sha256)))
        throw new Failure(failure('not_found', 'There is no such stored file.', { details: { sha256 } }));
      return {
        kind: 'stream',
        live: false,
        contentType: 'application/octet-stream',
        headers: { 'Cache-Control': 'no-store' },
        content: () => storedInstallation.blob(sha256),
      };
    },
  });

const claims = ({ storedInstallation }: Needs, begunBy: BackupFinder): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/backups/:backupId/claims',
    access: 'backups:take',
    tag: 'Operations',
    operationId: 'readBackupClaims',
    summary: 'The recorded commands that were sent with an idempotency key.',
    ownership: 'none',
    discloses: { recordedBy: 'beginBackup' },
    params: z.strictObject({ backupId: uuidSchema }),
    query: none,
    body: none,
    responses: [lines],
    handle: async ({ params }, request) => {
      await begunBy(params.backupId, request);
      return streamOf(storedInstallation.claims);
    },
  });

const keys = ({ storedInstallation }: Needs, begunBy: BackupFinder): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/backups/:backupId/keys',
    access: 'backups:take',
    tag: 'Operations',
    operationId: 'readBackupKeys',
    summary:
      'The keys of all subjects, wrapped by the master key, and the erased subjects. Keep them apart from the log.',
    ownership: 'none',
    discloses: { recordedBy: 'beginBackup' },
    params: z.strictObject({ backupId: uuidSchema }),
    query: none,
    body: none,
    responses: [lines],
    handle: async ({ params }, request) => {
      const { at } = await begunBy(params.backupId, request);
      const { since } = await storedInstallation.masterKey();
      // The backup names the master key that it needs, which was fixed when it began.
      if (since !== undefined && since > at)
        throw new Failure(
          failure('conflict', 'The master key was rotated after this backup began. Take the backup again.'),
        );
      return streamOf(storedInstallation.wrappedKeys);
    },
  });

/** The parts of a backup, for admins. */
export const backupRoutes = (services: Needs): readonly Route[] => {
  const begunBy = createBackupFinder(services);
  return [
    begin(services),
    events(services, begunBy),
    blob(services, begunBy),
    claims(services, begunBy),
    keys(services, begunBy),
  ];
};
