import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider, type Loaded, loadState } from '../../commands/runtime/execute-decider.ts';
import { pricedAt } from '../../domain/indexing/embedding-cost.ts';
import {
  type IndexingCommand,
  type IndexingJobState,
  indexingJobDecider,
  nextStage,
} from '../../domain/indexing/indexing-job-decider.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { EmbeddingCostLedger } from './embedding-cost-ledger.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { VersionToIndex } from './version-to-index.ts';

/** Makes the context of each command of one delivery; the step keeps their ids apart. */
export type ContextOfStep = (step: string) => CommandContext;

/** Reads and changes the jobs of versions. */
export type JobCommands = {
  readonly stateOf: (version: VersionToIndex) => Promise<IndexingJobState>;
  readonly isUnderWay: (version: VersionToIndex) => Promise<boolean>;
  /** Commands may depend on the state of the job. */
  readonly decide: (
    version: VersionToIndex,
    command: IndexingCommand | ((state: IndexingJobState) => readonly IndexingCommand[]),
    context: CommandContext,
  ) => Promise<Loaded<IndexingJobState>>;
  readonly request: (version: VersionToIndex, context: CommandContext) => Promise<unknown>;
  /** Fails a job that is not over yet, and charges it the cost of its embedding. */
  readonly fail: (
    version: VersionToIndex,
    why: { readonly reason: string; readonly message: string },
    context: CommandContext,
  ) => Promise<void>;
};

export const createJobCommands = (
  services: IndexingServices,
  costLedger: Pick<EmbeddingCostLedger, 'settle'>,
): JobCommands => {
  const decide: JobCommands['decide'] = (version, command, context) =>
    executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', version.jobId),
      commands: typeof command === 'function' ? command : [command],
      context,
      services,
      subject: documentSubject(version.docKey),
      phi: version.metadata.containsPhi,
      // The event may be delivered again after its job was stopped or failed, and then retried.
      recurs: true,
    });

  const stateOf: JobCommands['stateOf'] = async ({ jobId }) =>
    (await loadState(services, indexingJobDecider, streamIdOf('indexing', jobId))).state;

  const isUnderWay: JobCommands['isUnderWay'] = async (version) => {
    const { status } = await stateOf(version);
    return status === 'PENDING' || status === 'RUNNING';
  };

  const request: JobCommands['request'] = (version, context) => {
    const { jobId, docKey, contentHash } = version;
    return decide(
      version,
      { type: 'RequestIndexing', jobId, docKey, version: version.version, contentHash },
      context,
    );
  };

  const fail: JobCommands['fail'] = async (version, { reason, message }, context) => {
    const costUsd = costLedger.settle(version.jobId);
    const price = costUsd === 0 ? {} : pricedAt(costUsd);
    await decide(
      version,
      (state) =>
        state.status === 'PENDING' || state.status === 'RUNNING'
          ? [{ type: 'FailIndexing', stage: nextStage(state.stages), reason, message, ...price }]
          : [],
      context,
    );
  };

  return { stateOf, isUnderWay, decide, request, fail };
};
