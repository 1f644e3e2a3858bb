import { defineKeyedProjection } from '../keyed-projection.ts';
import { tokenEntity } from './entity.ts';

const keys = ({ data }: { readonly data: { readonly tokenId: string } }): readonly string[] => [data.tokenId];

export const tokensProjection = defineKeyedProjection({
  name: 'tokens',
  version: 2,
  entity: tokenEntity,
  key: 'tokenId',
  folds: {
    TokenCreated: {
      keys,
      evolve: (_, { data, metadata, recordedAt, position }) => ({
        tokenId: data.tokenId,
        name: data.name,
        roles: data.roles,
        teams: data.teams,
        onBehalfOf: data.onBehalfOf ?? null,
        createdBy: metadata.actor.id,
        createdAt: recordedAt,
        expiresAt: data.expiresAt,
        lastUsedAt: null,
        revokedAt: null,
        revokedBy: null,
        createdPosition: position,
      }),
    },
    TokenRevoked: {
      keys,
      evolve: (row, { metadata, recordedAt }) =>
        row && { ...row, revokedAt: recordedAt, revokedBy: metadata.actor.id },
    },
    TokenUsed: { keys, evolve: (row, { recordedAt }) => row && { ...row, lastUsedAt: recordedAt } },
  },
});
