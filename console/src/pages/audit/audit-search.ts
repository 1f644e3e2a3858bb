import { choices } from '../../../../client/choices.generated.ts';

/**
 * The filters of the lists, in their addresses. Who is concerned is not among them: that goes into the body of a
 * request. What an address holds that makes no sense is left out.
 */
type Raw = Record<string, unknown>;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);

const matching = (pattern: RegExp, value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && pattern.test(String(value))
    ? String(value)
    : undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WORD = /^[A-Za-z_-]{1,64}$/;
const UUID = /^[0-9a-f-]{36}$/;

/** A position of the log, an instant with its zone, or a day. */
const MOMENT = /^(?:\d{1,15}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2}))?)$/;

/** A moment as the API takes it, or `undefined`. */
export const momentOf = (value: unknown): string | undefined => matching(MOMENT, value);

export const readTrailSearch = (raw: Raw) => ({
  type: oneOf(choices.listAuditEntries.type, raw.type),
  category: oneOf(choices.listAuditEntries.category, raw.category),
  outcome: oneOf(choices.listAuditEntries.outcome, raw.outcome),
  action: matching(WORD, raw.action),
  from: matching(DAY, raw.from),
  to: matching(DAY, raw.to),
});

/** `event`: the one that is marked. */
export const readChainSearch = (raw: Raw) => ({ event: matching(UUID, raw.event) });

export const readStreamSearch = (raw: Raw) => ({ asOf: momentOf(raw.asOf) });

export const readReviewsSearch = (raw: Raw) => ({
  kind: oneOf(choices.listReviews.kind, raw.kind),
  state: oneOf(choices.listReviews.state, raw.state),
});

export const readBreakGlassSearch = (raw: Raw) => ({ state: oneOf(choices.listBreakGlass.state, raw.state) });

export const readErasuresSearch = (raw: Raw) => ({ state: oneOf(choices.listErasures.state, raw.state) });
