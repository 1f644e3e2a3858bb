/** Counts omitted entries by reason. */
export const countLeftOut = () => {
  const counts: Record<string, number> = {};
  return {
    counts,
    leave: (why: string): [] => {
      counts[why] = (counts[why] ?? 0) + 1;
      return [];
    },
  };
};
export type LeftOut = ReturnType<typeof countLeftOut>;
