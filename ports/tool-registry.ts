import type { ToolCaller } from '../domain/tools/tool-access.ts';
import type { RegisteredTool } from './tool.ts';

/** The tools of this program, including unconfigured ones. */
export type ToolRegistry = {
  /** Sorted by name. */
  readonly all: () => readonly RegisteredTool[];
  readonly find: (name: string) => RegisteredTool | undefined;
  /** Whether someone may call a tool now, by their roles and by the settings of this installation. */
  readonly mayCall: (tool: Pick<RegisteredTool, 'facts'>, caller: ToolCaller) => boolean;
};
