/**
 * The application without its front door: requests tool calls and kills itself. Arguments: the file of effects and a
 * stage. `confirmed` ends with a call that was confirmed before anything acts on it; `called` resumes the call with the
 * given id, and ends once it is done, while some calls hang and another is done. Prints the ids of the calls by name,
 * as JSON.
 */

import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { createApplication } from '../../app/create-application.ts';
import { awaitToolCallEnd } from '../../commands/awaiting/await-tool-call.ts';
import { confirmTool } from '../../commands/confirm-tool.ts';
import { requestToolCall } from '../../commands/request-tool-call.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { silentLogger } from '../../ports/logger.ts';
import { crashingTools, type hangPoints } from './crashing-tools.ts';

const [, , effectsFile = '', until = '', confirmed = ''] = process.argv;
let hanging = 0;
const hung = Promise.withResolvers<void>();

const application = await createApplication({
  configuration: readConfiguration(process.env),
  version: 'test',
  replace: {
    logger: silentLogger,
    tools: crashingTools(effectsFile, true, () => {
      hanging += 1;
      if (hanging === 3) hung.resolve();
    }),
  },
});
const { commandServices } = application.http;
const { toolCalls } = commandServices;
if (!toolCalls) throw new Error('There are no tools.');

const context = () => {
  const requestId = commandServices.identity.newId();
  const caller = { actor: { id: 'dora', role: 'clinician' as const }, requestId };
  return contextOf(caller, { commandId: requestId });
};
const agreed = async (tool: string, name: string, hang: (typeof hangPoints)[number]) => {
  const requested = await requestToolCall(
    { tool, arguments: { name, hang }, origin: 'api' },
    context(),
    toolCalls,
  );
  const { toolCallId } = requested;
  await confirmTool.handle({ toolCallId, approved: true }, context(), commandServices, undefined);
  return requested;
};

const calls: Record<string, string> = {};
if (until === 'confirmed') {
  calls.confirmed = (await agreed('do_unknown', 'confirmed', 'never')).toolCallId;
} else {
  application.start();
  calls.begun = (await agreed('do_unknown', 'begun', 'before')).toolCallId;
  calls.effective = (await agreed('do_unknown', 'effective', 'after')).toolCallId;
  calls.repeatable = (await agreed('do_repeat', 'repeatable', 'after')).toolCallId;
  const done = await agreed('do_repeat', 'done', 'never');
  calls.done = done.toolCallId;
  await awaitToolCallEnd(done, commandServices, AbortSignal.timeout(120_000));
  // If it were killed between its effect and its end, its outcome would rightly be unknown.
  const former = { streamId: streamIdOf('tool_call', confirmed), position: 0 };
  await awaitToolCallEnd(former, commandServices, AbortSignal.timeout(120_000));
  await hung.promise;
}
process.stdout.write(JSON.stringify(calls), () => process.kill(process.pid, 'SIGKILL'));
