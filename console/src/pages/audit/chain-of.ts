import type { AuditEntry } from '../../../../client/api.generated.ts';

/** An event with what it caused. */
export type CausedEntry = { readonly entry: AuditEntry; readonly effects: readonly CausedEntry[] };

/**
 * Orders events by what caused them. Those whose cause is not among them (a request, or an event on another page) come
 * first. Each event appears once, whatever its cause claims, so a circle cannot hide one.
 */
export const chainOf = (entries: readonly AuditEntry[]): readonly CausedEntry[] => {
  const known = new Map(entries.map((entry) => [entry.eventId, entry]));
  // A cause has a lower position, so events cannot cause each other in a circle.
  const causeOf = (entry: AuditEntry): string | undefined => {
    const cause = known.get(entry.causationId);
    return cause !== undefined && cause.position < entry.position ? cause.eventId : undefined;
  };
  const byCause = Map.groupBy(entries, causeOf);
  const below = (cause: string | undefined): readonly CausedEntry[] =>
    (byCause.get(cause) ?? []).map((entry) => ({ entry, effects: below(entry.eventId) }));
  return below(undefined);
};

/** An event and what followed from it one after another, up to the first event that had several effects. */
export const inLine = (caused: CausedEntry): readonly CausedEntry[] => {
  const line: CausedEntry[] = [];
  let last = caused;
  for (let next = last.effects[0]; next !== undefined && last.effects.length === 1; next = last.effects[0]) {
    line.push({ entry: last.entry, effects: [] });
    last = next;
  }
  return [...line, last];
};
