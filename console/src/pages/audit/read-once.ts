/**
 * How content of other people is read: once, when the person asks for it, because each reading is recorded. Nothing is
 * kept after the page is left.
 */
export const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  gcTime: 0,
} as const;
