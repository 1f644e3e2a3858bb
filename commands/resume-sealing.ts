import { z } from 'zod';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { sealingDecider, sealingStream } from '../domain/operations/sealing-decider.ts';
import { settingsSubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const resumeSealing = defineCommand({
  name: 'ResumeSealing',
  summary:
    'Lets the signing of checkpoints, which has stopped, begin again from the log as it is, with a new key. Checkpoints signed before remain valid for what they sealed.',
  permission: 'audit:seal',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  input: z.strictObject({
    reason: statedReason({ min: 3, max: 500 }).meta({
      description: 'The reason, for reviewers. Encrypted in the log.',
    }),
  }),
  ids: z.object({}),
  handle: async ({ reason }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: sealingDecider,
      streamId: sealingStream,
      commands: [{ type: 'ResumeSealing', reason }],
      context,
      services,
      subject: settingsSubject,
    });
    return { streamId, revision, position, ids: {} };
  },
});
