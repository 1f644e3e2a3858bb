import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { toolCallEntity, toolCallSealing } from './entity.ts';
import { type ToolCallDto, toToolCallDto } from './tool-call-dto.ts';

/** One tool call; `undefined` when there is none. Reads read model `tool-calls`. */
export const getToolCall = async (
  view: ReadModelView,
  toolCallId: string,
): Promise<ToolCallDto | undefined> => {
  const row = await view.entities.findOne(toolCallEntity, { toolCallId }, { disableIdentityMap: true });
  const opened = await openRowIfAny(view, toolCallSealing, row);
  return opened && toToolCallDto(opened);
};
