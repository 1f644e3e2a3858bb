import type { RegisteredTool } from './tool.ts';

/** The tools of this program, including unconfigured ones. */
export type ToolRegistry = {
  /** Sorted by name. */
  readonly all: () => readonly RegisteredTool[];
  readonly find: (name: string) => RegisteredTool | undefined;
};
