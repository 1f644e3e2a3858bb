import type { ReadModelView } from '../read-model-reader.ts';
import { type BreakGlassRow, breakGlassEntity } from './entity.ts';

/** One break-glass grant; `undefined` when there is none. Reads read model `break-glass`. */
export const getGrant = async (view: ReadModelView, grantId: string): Promise<BreakGlassRow | undefined> =>
  (await view.entities.findOne(breakGlassEntity, { grantId }, { disableIdentityMap: true })) ?? undefined;
