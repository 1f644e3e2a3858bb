import type { Middleware } from 'koa';
import type { ApiState } from './api-state.ts';

/**
 * A request that is refused before its body was read is answered at once, while the body still flows in. Closing the
 * connection there and then could destroy the answer on its way (a TCP reset overtakes it), so the rest is read and
 * thrown away; a sender that does not come to an end within the timeout is cut off.
 */
export const discardRest =
  (timeout: number): Middleware<ApiState> =>
  async (context, next) => {
    const { req, res } = context;
    res.once('finish', () => {
      if (req.complete || req.destroyed) return;
      req.resume();
      const timer = setTimeout(() => req.socket.destroy(), timeout);
      req.once('close', () => clearTimeout(timer));
    });
    await next();
  };
