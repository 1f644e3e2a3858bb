import { Failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { ReadDatabaseFacts } from '../../../ports/database-facts.ts';
import type { Doctor, Finding } from '../../../ports/doctor.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { ListLeases } from '../../../ports/lease-list.ts';
import type { ExamineLog } from '../../../ports/log-examiner.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { ListNodes } from '../../../ports/nodes.ts';
import type { SubjectKeyState } from '../../../ports/subject-key-state.ts';
import type { ProjectionStatusReader } from '../../../projections/projection-status.ts';
import type { DataDirectoryAdvice } from '../../installation/data-directory/data-directory-advice.ts';
import { type Check, problem } from './check.ts';
import { bucketOfFiles } from './checks/bucket.ts';
import { calendarServer } from './checks/calendar.ts';
import { checkpointsAreInLog } from './checks/checkpoints.ts';
import { clockDifference } from './checks/clock.ts';
import { components } from './checks/components.ts';
import { databaseSettings } from './checks/database-settings.ts';
import { disk } from './checks/disk.ts';
import { eventsCanBeRead } from './checks/events.ts';
import { followers } from './checks/followers.ts';
import { indexHealth } from './checks/index-health.ts';
import { kafkaBrokers } from './checks/kafka.ts';
import { keysExist } from './checks/keys.ts';
import { leases } from './checks/leases.ts';
import { logIsComplete } from './checks/log.ts';
import { logLoss } from './checks/log-loss.ts';
import type { MasterKeyFacts } from './checks/master-key.ts';
import { namedBlobsExist } from './checks/named-blobs.ts';
import { nodes } from './checks/nodes.ts';
import { eventNumbering } from './checks/numbering.ts';
import { orphanedBlobs } from './checks/orphaned-blobs.ts';
import { readReplicas } from './checks/read-replicas.ts';
import { rebuilds } from './checks/rebuilds.ts';
import { redisServer } from './checks/redis.ts';
import { scans } from './checks/scans.ts';
import { sealing } from './checks/sealing.ts';
import { usersFiles } from './checks/users-files.ts';
import { vectorSearch } from './checks/vectors.ts';
import { versions } from './checks/versions.ts';
import { witnesses } from './checks/witnesses.ts';
import { wordsOfIndex } from './checks/words.ts';

type DoctorServices = Parameters<typeof calendarServer>[0] &
  Parameters<typeof bucketOfFiles>[0] &
  Parameters<typeof vectorSearch>[0] &
  Parameters<typeof wordsOfIndex>[0] &
  Parameters<typeof usersFiles>[0] &
  Parameters<typeof readReplicas>[0] &
  Parameters<typeof kafkaBrokers>[0] &
  Parameters<typeof eventNumbering>[0] &
  Parameters<typeof redisServer>[0] &
  Parameters<typeof checkpointsAreInLog>[0] &
  Parameters<typeof sealing>[0] &
  MasterKeyFacts &
  Omit<Parameters<typeof witnesses>[0], 'now'> & {
    /** Version of the program. */
    readonly program: string;
    /** The path of the data directory. */
    readonly path: string;
    readonly blobs: BlobStore;
    readonly eventStore: EventStore;
    readonly subjectKeyState: SubjectKeyState;
    readonly dataDirectoryAdvice: () => Promise<DataDirectoryAdvice | undefined>;
    readonly projectionStatus: ProjectionStatusReader;
    readonly readDatabaseFacts: ReadDatabaseFacts;
    /** Maximum connections to the database server in the pools. */
    readonly poolSize: number;
    /** The name of the last migration; undefined before the first. */
    readonly readLastMigration: () => Promise<string | undefined>;
    readonly listLeases: ListLeases;
    readonly listNodes: ListNodes;
    readonly examineLog: ExamineLog;
    /** The other database that may name the blobs, if any. */
    readonly otherOwner: () => Promise<string | undefined>;
    readonly components: Pick<ComponentMonitor, 'states' | 'degraded'>;
    readonly isWorking: () => boolean;
    readonly now: () => number;
    readonly logger: Logger;
  };

/** All checks, in the order in which their findings are shown: quick ones first. */
const allChecks = (services: DoctorServices): readonly Check[] => [
  versions(services),
  scans,
  disk(services),
  databaseSettings(services),
  readReplicas(services),
  clockDifference(services),
  leases(services),
  nodes(services),
  followers(services),
  components(services),
  calendarServer(services),
  kafkaBrokers(services),
  redisServer(services),
  bucketOfFiles(services),
  usersFiles(services),
  vectorSearch(services),
  indexHealth(services),
  wordsOfIndex(services),
  rebuilds(services),
  eventNumbering(services),
  logLoss(services),
  logIsComplete(services),
  sealing(services),
  witnesses(services),
  checkpointsAreInLog(services),
  eventsCanBeRead(services),
  keysExist(services),
  namedBlobsExist(services),
  orphanedBlobs(services),
];

/** Only the messages of a `Failure` are known to be free of PHI. */
const notMade = (error: unknown): Finding =>
  problem(
    `This could not be checked${error instanceof Failure ? `: ${error.reason.message}` : '.'}`,
    'Look at the log of the server, fix the cause, and run it again.',
  );

export const createDoctor = (services: DoctorServices): Doctor => ({
  examine: async function* (options, signal) {
    for (const { name, run } of allChecks(services)) {
      try {
        for await (const observation of run(options, signal)) yield { check: name, ...observation };
      } catch (error) {
        signal.throwIfAborted();
        services.logger.error({ check: name, error }, 'A check could not be made.');
        yield { check: name, ...notMade(error) };
      }
    }
  },
});
