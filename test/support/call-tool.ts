import { Failure } from '../../domain/kernel/failure.ts';
import type { RegisteredTool, ToolOutput, ToolRunContext } from '../../ports/tool.ts';

/** Calls a tool like the executor, without a log. Throws the tool's refusals and failures. */
export const callTool = async (
  tool: RegisteredTool,
  input: unknown,
  context: Partial<ToolRunContext> = {},
): Promise<ToolOutput & { readonly phi: boolean }> => {
  const prepared = tool.prepare(input);
  if (!prepared.ok) throw new Failure(prepared.error);
  let phi = false;
  const output = await prepared.value.run({
    toolCallId: '01890000-0000-7000-8000-000000000001',
    idempotencyKey: 'key',
    user: 'dr-lee',
    signal: new AbortController().signal,
    partial: () => {},
    phi: () => {
      phi = true;
    },
    ...context,
  });
  return { ...output, phi };
};
