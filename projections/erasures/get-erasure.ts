import type { ReadModelView } from '../read-model-reader.ts';
import { erasureEntity } from './entity.ts';
import { type ErasureDto, toErasureDto } from './erasure-dto.ts';

/** One request to erase a data subject; `undefined` when there is none. Reads read model `erasures`. */
export const getErasure = async (view: ReadModelView, erasureId: string): Promise<ErasureDto | undefined> => {
  const row = await view.entities.findOne(erasureEntity, { erasureId }, { disableIdentityMap: true });
  return row ? toErasureDto(row) : undefined;
};
