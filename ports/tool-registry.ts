import type { RegisteredTool } from './tool.ts';

/** The tools of this program, those that are not configured as well. */
export type ToolRegistry = {
  /** By name. */
  readonly all: () => readonly RegisteredTool[];
  readonly find: (name: string) => RegisteredTool | undefined;
};
