import { z } from 'zod';
import { docKeySchema, streamIdOf } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { documentDecider } from '../domain/knowledge/document-decider.ts';
import { documentSubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const withdrawDocument = defineCommand({
  name: 'WithdrawDocument',
  summary: 'Removes a document from search. Its versions are kept for audit; ingesting it again restores it.',
  permission: 'documents:withdraw',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  ids: z.object({ docKey: docKeySchema }),
  input: z.strictObject({ docKey: docKeySchema, reason: statedReason({ min: 1, max: 1000 }) }),
  handle: async ({ docKey, reason }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: documentDecider,
      streamId: streamIdOf('document', docKey),
      commands: [{ type: 'WithdrawDocument', docKey, reason }],
      context,
      services,
      subject: documentSubject(docKey),
    });
    return { streamId, revision, position, ids: { docKey } };
  },
});
