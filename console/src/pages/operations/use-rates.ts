import { useEffect, useState } from 'react';
import type { Projection } from '../../../../client/api.generated.ts';

type Sample = { readonly at: number; readonly positions: ReadonlyMap<string, number> };

/** Seconds over which a rate is measured, at most. */
const WINDOW_MS = 60_000;

/** Events per second between two samples; undefined for work that one of them lacks, or that was reset between them. */
const rateBetween = (first: Sample, last: Sample, name: string): number | undefined => {
  const [from, to] = [first.positions.get(name), last.positions.get(name)];
  const seconds = (last.at - first.at) / 1000;
  return from === undefined || to === undefined || to < from || seconds <= 0
    ? undefined
    : (to - from) / seconds;
};

/** Events per second of each projection and consumer over the last minute, by what the page itself has seen. */
export const useRates = (
  projections: readonly Projection[] | undefined,
  readAt: number,
): ((name: string) => number | undefined) => {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (projections === undefined) return;
    const positions = new Map(projections.map(({ name, checkpoint }) => [name, checkpoint]));
    setSamples((former) => [
      ...former.filter(({ at }) => readAt - at <= WINDOW_MS && at < readAt),
      { at: readAt, positions },
    ]);
  }, [projections, readAt]);
  const [first, last] = [samples[0], samples.at(-1)];
  return (name) => (first && last ? rateBetween(first, last, name) : undefined);
};
