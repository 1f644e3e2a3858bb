import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { indexingJobDecider } from '../../domain/indexing/indexing-job-decider.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentDecider } from '../../domain/knowledge/document-decider.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';

const REASON = 'It is erased.';

/** Another process may have ended the job, or withdrawn the document, at the same moment. */
const unlessSettled = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.reason.code !== 'rule_violated') throw error;
  }
};

/**
 * Ends the work on a document and takes it out of search, while its key can still seal the reason. Harmless when repeated
 * or when the key is already destroyed.
 */
export const stopDocument = async (
  docKey: string,
  context: (step: string) => CommandContext,
  services: SubjectEraserServices,
): Promise<void> => {
  const subject = documentSubject(docKey);
  const { versions } = await readDocumentHistory(services.eventStore, docKey);
  for (const { jobId } of versions) {
    const streamId = streamIdOf('indexing', jobId);
    const { state } = await loadState(services, indexingJobDecider, streamId);
    if (state.status !== 'PENDING' && state.status !== 'RUNNING') continue;
    await unlessSettled(() =>
      executeDecider({
        decider: indexingJobDecider,
        streamId,
        commands: [{ type: 'CancelIndexing' }],
        context: context(`cancel/${jobId}`),
        services,
        subject,
        recurs: true,
      }),
    );
  }
  const { state } = await loadState(services, documentDecider, streamIdOf('document', docKey));
  if (state.status !== 'live') return;
  await unlessSettled(() =>
    executeDecider({
      decider: documentDecider,
      streamId: streamIdOf('document', docKey),
      commands: [{ type: 'WithdrawDocument', docKey, reason: REASON }],
      context: context('withdraw'),
      services,
      subject,
      recurs: true,
    }),
  );
};
