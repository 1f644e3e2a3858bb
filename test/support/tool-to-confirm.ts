import { expect } from 'vitest';
import { consoleServer, tokenOf } from './console-in-browser.ts';

/** Requests a tool that needs consent, as an assistant would on behalf of the person. */
export const requestTool = async (person: string) => {
  const server = await consoleServer();
  const authorization = `Bearer ${await tokenOf(person)}`;
  const { conversationId } = await server.command('StartConversation', {}, { authorization });
  const body = { tool: 'read_patient_record', arguments: { patient_id: 'p-1' }, conversationId };
  const answer = await server.post('/api/commands/RequestToolCall', body, { authorization });
  expect(answer.status).toBe(202);
  const { data } = (await answer.json()) as { readonly data: { readonly toolCallId: string } };
  return {
    /** What became of it, once it has ended. */
    outcome: async (): Promise<unknown> => {
      const path = `/api/tool-calls/${data.toolCallId}`;
      const read = await server.request(path, { headers: { authorization, prefer: 'wait=30' } });
      return ((await read.json()) as { readonly data: { readonly status: string } }).data.status;
    },
  };
};
