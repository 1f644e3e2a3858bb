import { Progress } from './progress.tsx';

/** Shows which tool is running; nothing while none is. */
export const ToolActivityIndicator = ({ activeTool }: { readonly activeTool: string | null }) =>
  activeTool === null ? null : <Progress label={`Running tool: ${activeTool}`} />;
