import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ToolCallStatus } from '../../domain/tools/tool-call-state.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { toolCallEntity, toolCallSealing } from './entity.ts';
import { type ToolCallDto, toToolCallDto } from './tool-call-dto.ts';

type ListToolCalls = PageRequest & {
  /** The person whose calls are listed; all calls when absent. */
  readonly requestedBy?: string | undefined;
  /** For a service, which sees only calls that it sent itself. */
  readonly actorId?: string | undefined;
  readonly state?: ToolCallStatus | undefined;
  readonly tool?: string | undefined;
  readonly queryId?: string | undefined;
};

/**
 * Tool calls, newest first. Reads read model `tool-calls`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listToolCalls = (
  view: ReadModelView,
  { requestedBy, actorId, state, tool, queryId, cursor, limit }: ListToolCalls,
): Promise<SealedPage<ToolCallDto>> =>
  listSealedRows(
    view,
    {
      entity: toolCallEntity,
      sealing: toolCallSealing,
      where: (after) => ({
        ...omitUndefined({ requestedBy, actorId, tool, queryId, status: state }),
        ...(after === undefined ? {} : { requestedPosition: { $lt: after } }),
      }),
      order: {
        by: { requestedPosition: 'desc' },
        column: 'bigint',
        placeOf: (row) => row.requestedPosition,
      },
      toItem: toToolCallDto,
    },
    { limit, cursor },
  );
