import type { RefusalCode } from '../../domain/audit/refusal.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { TraceContext } from '../../ports/trace-context.ts';

/** The state of one request that middleware share. */
export type ApiState = {
  trace: TraceContext;
  /** The path pattern of the matched route; never the path itself, which can contain ids. */
  route: string;
  /** True when the response stays open until the client or the server closes it. */
  live: boolean;
  /** The token's user, when known. */
  principal?: Principal;
  /** The page to which a browser is sent if the request fails, with the code of the failure as `problem`. */
  failurePage?: string;
  /** The reason for and the client of a refusal. */
  refused?: { readonly code: RefusalCode; readonly address: string | undefined };
};
