import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { isReservedId } from '../kernel/reserved-ids.ts';
import { ok } from '../kernel/result.ts';
import type { TokenEvent } from './token-events.ts';

/**
 * The one stream of all named tokens. A name belongs to one user, and only a single stream ensures that two requests for
 * the same name are not both granted. It grows by two events per token, and not by use.
 */
export const tokensStream = streamIdOf('settings', 'tokens');

type NewToken = Extract<TokenEvent, { type: 'TokenCreated' }>['data'];

type CreateToken = {
  readonly type: 'CreateToken';
  readonly token: NewToken;
  /** ISO 8601; by the clock of the caller. */
  readonly now: string;
  /** The latest permitted expiry, as an instant. */
  readonly latestEnd: string;
  /** Whether an identity provider has users too: the name must then show that it is not one of them. */
  readonly apart: boolean;
  /** Whether to revoke an active token of the same name. */
  readonly replace: boolean;
};
type RevokeToken = {
  readonly type: 'RevokeToken';
  readonly tokenId: string;
  readonly reason: Extract<TokenEvent, { type: 'TokenRevoked' }>['data']['reason'];
};
export type TokenCommand = CreateToken | RevokeToken;

type KnownToken = { readonly name: string; readonly expiresAt: string; readonly revoked: boolean };
type TokensState = { readonly tokens: ReadonlyMap<string, KnownToken> };

/** The most active tokens: an installation with more users needs an identity provider. */
const MAX_LIVING = 1000;

const APART = 'token:';

const create = (command: CreateToken, { tokens }: TokensState): Decision<TokenEvent> => {
  const { token, now, latestEnd, apart, replace } = command;
  const own = token.name.startsWith(APART) ? token.name.slice(APART.length) : token.name;
  if (isReservedId(own))
    return refuse('rule_violated', 'This name is reserved for the system. Choose another one.');
  if (apart && own === token.name)
    return refuse(
      'rule_violated',
      `An identity provider manages the users, and one of them may have this name: name the token ${APART}${token.name}.`,
    );
  // A person's token owned by another person would give access to all of that person's data.
  if (token.onBehalfOf !== undefined && token.roles.some((role) => role !== 'service'))
    return refuse(
      'rule_violated',
      'Only a service acts on behalf of a person: such a token has the role service and no other.',
    );
  if (token.expiresAt <= now) return refuse('rule_violated', 'The token would have expired already.');
  if (token.expiresAt > latestEnd)
    return refuse('rule_violated', `A token may last until ${latestEnd} at most (TOKEN_MAX_DAYS).`);
  const living = [...tokens].filter(([, { expiresAt, revoked }]) => !revoked && expiresAt > now);
  const [same] = living.filter(([, { name }]) => name === token.name);
  if (same && !replace)
    return refuse('conflict', 'There is already a token with this name. Revoke it first, or replace it.', {
      details: { tokenId: same[0] },
    });
  if (living.length >= MAX_LIVING)
    return refuse('rule_violated', `There are ${MAX_LIVING} tokens already. Revoke some first.`);
  return ok([
    ...(same
      ? [
          {
            type: 'TokenRevoked',
            data: { tokenId: same[0], name: token.name, reason: 'replaced' },
          } as const,
        ]
      : []),
    { type: 'TokenCreated', data: token },
  ]);
};

const decide = (command: TokenCommand, state: TokensState): Decision<TokenEvent> => {
  if (command.type === 'CreateToken') return create(command, state);
  const known = state.tokens.get(command.tokenId);
  if (known === undefined) return refuse('not_found', 'There is no such token.');
  const { tokenId, reason } = command;
  return known.revoked ? ok([]) : ok([{ type: 'TokenRevoked', data: { tokenId, name: known.name, reason } }]);
};

const evolve = ({ tokens }: TokensState, event: TokenEvent): TokensState => {
  const next = new Map(tokens);
  if (event.type === 'TokenCreated') {
    const { tokenId, name, expiresAt } = event.data;
    next.set(tokenId, { name, expiresAt, revoked: false });
  } else {
    const known = tokens.get(event.data.tokenId);
    if (known) next.set(event.data.tokenId, { ...known, revoked: true });
  }
  return { tokens: next };
};

/** A name has at most one active token, none outlives the permitted expiry, and a revoked one stays revoked. */
export const tokenDecider: Decider<TokenCommand, TokenEvent, TokensState> = {
  initialState: { tokens: new Map() },
  decide,
  evolve,
};
