type Raw = Record<string, unknown>;

/**
 * Lets a page see of its address what `read` returns, and nothing else. The router would add whatever `read` leaves out
 * to its result, so that a page would get what `read` has refused.
 */
export const checkedSearch =
  <Search extends object>(read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  });
