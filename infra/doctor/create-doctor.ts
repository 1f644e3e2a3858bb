import { Failure } from '../../domain/kernel/failure.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { ReadDatabaseFacts } from '../../ports/database-facts.ts';
import type { Doctor, Finding } from '../../ports/doctor.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { ListLeases } from '../../ports/lease-list.ts';
import type { ExamineLog } from '../../ports/log-examiner.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SubjectKeyState } from '../../ports/subject-key-state.ts';
import type { ProjectionStatusReader } from '../../projections/projection-status.ts';
import { type Check, problem } from './check.ts';
import { clockDifference } from './checks/clock.ts';
import { databaseSettings } from './checks/database-settings.ts';
import { disk } from './checks/disk.ts';
import { followers } from './checks/followers.ts';
import { keysAreThere } from './checks/keys.ts';
import { leases } from './checks/leases.ts';
import { logIsWhole } from './checks/log.ts';
import { namedBlobsAreThere } from './checks/named-blobs.ts';
import { orphanedBlobs } from './checks/orphaned-blobs.ts';
import { rebuilds } from './checks/rebuilds.ts';
import { scans } from './checks/scans.ts';
import { versions } from './checks/versions.ts';

type DoctorServices = {
  /** Version of the program. */
  readonly program: string;
  /** Of the data directory. */
  readonly path: string;
  readonly blobs: BlobStore;
  readonly eventStore: EventStore;
  readonly subjectKeyState: SubjectKeyState;
  readonly masterKeyAdvice: string | undefined;
  readonly projectionStatus: ProjectionStatusReader;
  readonly readDatabaseFacts: ReadDatabaseFacts;
  /** Connections to the database server in the pool at most. */
  readonly poolSize: number;
  /** Its name; undefined before the first. */
  readonly readLastMigration: () => Promise<string | undefined>;
  readonly listLeases: ListLeases;
  readonly examineLog: ExamineLog;
  /** What else may name the blobs. */
  readonly otherOwner: () => Promise<string | undefined>;
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
  clockDifference(services),
  leases(services),
  followers(services),
  rebuilds(services),
  logIsWhole(services),
  keysAreThere(services),
  namedBlobsAreThere(services),
  orphanedBlobs(services),
];

/** Only what a `Failure` says is known to be free of PHI. */
const notMade = (error: unknown): Finding =>
  problem(
    `This could not be looked at${error instanceof Failure ? `: ${error.reason.message}` : '.'}`,
    'Look at the log of the server, mend the cause, and run it again.',
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
