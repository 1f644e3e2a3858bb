import { protocolFamily, protocolNumberKey, protocolSeries } from '../protocol-numbers.ts';

/** An index of protocol numbers to the ids of documents or passages. */
export type ProtocolNumberIndex = {
  readonly add: (number: string, id: string) => void;
  readonly remove: (number: string, id: string) => void;
  /** The ids filed under a number, in any spelling. */
  readonly under: (number: string) => Iterable<string>;
  /** The filed spelling of a number; of several, the first in sort order, regardless of insertion order. */
  readonly spelled: (number: string) => string | undefined;
  /** True when the number or one of its family is filed. */
  readonly hasFamilyOf: (number: string) => boolean;
  /** True when a number of its series is filed; see `protocolSeries`. */
  readonly hasSeriesOf: (number: string) => boolean;
};

/** Creates an empty index. */
export const createProtocolNumberIndex = (): ProtocolNumberIndex => {
  /** Key to spellings, spelling to ids. */
  const filed = new Map<string, Map<string, Set<string>>>();
  const families = new Map<string, number>();
  const series = new Map<string, number>();

  const count = (counts: Map<string, number>, key: string, change: number): void => {
    const next = (counts.get(key) ?? 0) + change;
    if (next > 0) counts.set(key, next);
    else counts.delete(key);
  };
  const countKin = (number: string, change: number): void => {
    count(families, protocolNumberKey(protocolFamily(number)), change);
    const ofSeries = protocolSeries(number);
    if (ofSeries !== undefined) count(series, ofSeries, change);
  };

  return {
    add: (number, id) => {
      const key = protocolNumberKey(number);
      const spellings = filed.get(key) ?? new Map<string, Set<string>>();
      const ids = spellings.get(number) ?? new Set<string>();
      if (ids.has(id)) return;
      filed.set(key, spellings.set(number, ids.add(id)));
      countKin(number, 1);
    },
    remove: (number, id) => {
      const key = protocolNumberKey(number);
      const spellings = filed.get(key);
      const ids = spellings?.get(number);
      if (!spellings || !ids?.delete(id)) return;
      countKin(number, -1);
      if (ids.size === 0) spellings.delete(number);
      if (spellings.size === 0) filed.delete(key);
    },
    under: function* (number) {
      for (const ids of filed.get(protocolNumberKey(number))?.values() ?? []) yield* ids;
    },
    spelled: (number) => [...(filed.get(protocolNumberKey(number))?.keys() ?? [])].sort()[0],
    hasFamilyOf: (number) =>
      filed.has(protocolNumberKey(number)) || families.has(protocolNumberKey(protocolFamily(number))),
    hasSeriesOf: (number) => {
      const ofSeries = protocolSeries(number);
      return ofSeries !== undefined && series.has(ofSeries);
    },
  };
};
