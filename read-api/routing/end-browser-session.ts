import { contextOf } from '../../commands/runtime/context-of.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { KnownCaller } from './define-route.ts';

const LOG_OUT = 'LogOut';

/** Ends the session that a caller has in a browser. It needs no permission: a user who could sign in can sign out. */
export const endCallersSession = async (
  { caller }: Pick<KnownCaller, 'caller'>,
  { commands, commandServices }: Pick<HttpApiServices, 'commands' | 'commandServices'>,
): Promise<void> => {
  const logOut = commands.find(({ name }) => name === LOG_OUT);
  if (logOut === undefined) throw new Error('The command LogOut is not registered.');
  await logOut.handle({}, contextOf(caller, { commandId: caller.requestId }), commandServices, undefined);
};

type Replaced = {
  /** The sealed session that the browser sent. */
  readonly text: string | undefined;
  readonly callerOf: (principal: Principal) => KnownCaller['caller'];
};

/**
 * Ends a session because its browser begins another. One that has already ended is left alone, and so is a cookie that no
 * node sealed: it proves nothing. A session whose end cannot be recorded, because the log is down, must not prevent anyone
 * from signing in.
 */
export const endReplacedSession = async (
  { text, callerOf }: Replaced,
  services: Pick<HttpApiServices, 'authenticator' | 'commands' | 'commandServices' | 'logger'>,
): Promise<void> => {
  if (text === undefined) return;
  const outcome = await services.authenticator.authenticate(text);
  if (!outcome.ok || outcome.value.session === undefined) return;
  try {
    await endCallersSession({ caller: callerOf(outcome.value) }, services);
  } catch (error) {
    services.logger.warn(
      { error },
      'A session replaced in its browser could not be ended; it ends when idle.',
    );
  }
};
