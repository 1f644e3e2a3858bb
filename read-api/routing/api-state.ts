import type { RefusalCode } from '../../domain/audit/refusal.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { TraceContext } from '../../ports/trace-context.ts';

/** State that the parts of the middleware chain share about one request. */
export type ApiState = {
  trace: TraceContext;
  /** Path pattern of the route that answers; never the path itself, which can hold ids. */
  route: string;
  /** The answer stays open until the client or the server closes it. */
  live: boolean;
  /** Whom the token named, once that is known. */
  principal?: Principal;
  /** Why and from where somebody was refused. */
  refused?: { readonly code: RefusalCode; readonly address: string | undefined };
};
