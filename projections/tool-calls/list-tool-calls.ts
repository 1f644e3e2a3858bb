import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ToolCallStatus } from '../../domain/tools/tool-call-state.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfSubjects } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { toolCallEntity, toolCallSealing } from './entity.ts';
import { type ToolCallDto, toToolCallDto } from './tool-call-dto.ts';

type ListToolCalls = PageRequest & {
  /** The person whose calls are listed; everybody's where it is absent. */
  readonly requestedBy?: string | undefined;
  /** Of a service, which sees only what it has sent itself. */
  readonly actorId?: string | undefined;
  readonly state?: ToolCallStatus | undefined;
  readonly tool?: string | undefined;
  readonly queryId?: string | undefined;
};

/**
 * Calls of tools, the newest first. Reads read model `tool-calls`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listToolCalls = async (
  view: ReadModelView,
  { requestedBy, actorId, state, tool, queryId, cursor, limit }: ListToolCalls,
): Promise<PageOf<ToolCallDto> & { readonly subjects: readonly string[] }> => {
  const where = {
    ...omitUndefined({ requestedBy, actorId, tool, queryId, status: state }),
    ...(cursor === undefined ? {} : { requestedPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfSubjects(
    limit,
    async (rows) =>
      openRows(
        view,
        toolCallSealing,
        await view.entities.find(toolCallEntity, where, {
          orderBy: { requestedPosition: 'desc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toToolCallDto,
    (row) => encodePositionCursor(row.requestedPosition),
  );
};
