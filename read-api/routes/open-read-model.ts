import type { Position } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ReadModelReader, ReadModelView } from '../../projections/read-model-reader.ts';
import { afterPosition } from '../request/after-position.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import type { AnswerMetadata } from '../routing/route-answer.ts';

/** Opens a read model at least as fresh as the caller requests with `?after=` or `X-After-Position`. */
export const openReadModel = (
  readModels: ReadModelReader,
  projection: string,
  after: Position | undefined,
  request: RouteRequest,
): Promise<ReadModelView> =>
  readModels.open(projection, afterPosition(after, request.header('X-After-Position')));

/** The response metadata about the read model. */
export const metadataOf = (view: ReadModelView, nextCursor?: string): AnswerMetadata => ({
  position: view.position,
  generation: view.generation,
  ...omitUndefined({ nextCursor }),
});
