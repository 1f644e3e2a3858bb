import { isRecord } from '../../domain/kernel/is-record.ts';
import type { JsonObject } from '../../domain/kernel/json-object.ts';
import { err, ok, type Result } from '../../domain/kernel/result.ts';
import { hidesPhi } from '../../domain/privacy/hides-phi.ts';
import type { DataOf } from '../../domain/tools/tool-call-state.ts';
import { mayHoldPhi, type PhiDetector, type PhiScreening } from '../../ports/phi-detector.ts';
import type { PreparedToolCall, RegisteredTool } from '../../ports/tool.ts';

/** The reason why a call is rejected. */
export type RejectionFacts = Pick<
  DataOf<'ToolCallRejected'>,
  'because' | 'message' | 'issues' | 'retryAfter'
>;

/** A call in the form in which it may be made. */
type ReadyCall = {
  readonly call: PreparedToolCall;
  /** Whether the original arguments may identify a person. */
  readonly phi: boolean;
  /** Whether parts were removed that must not leave the premises. */
  readonly redacted: boolean;
};

/** A text in the arguments, and its position in the screened text. */
type Placed = { readonly start: number; readonly end: number };

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** All texts and numbers in a value, in order. */
function* textsIn(value: unknown): Generator<string> {
  if (isText(value)) yield String(value);
  else if (Array.isArray(value)) for (const entry of value) yield* textsIn(entry);
  else if (isRecord(value)) for (const member of Object.values(value)) yield* textsIn(member);
}

/** Applies `change` to each text in a value; numbers stay. */
const mapTexts = (value: unknown, change: (text: string, index: number) => string): unknown => {
  let index = 0;
  const map = (part: unknown): unknown => {
    if (isText(part)) {
      const changed = change(String(part), index);
      index += 1;
      return typeof part === 'string' ? changed : part;
    }
    if (Array.isArray(part)) return part.map(map);
    if (!isRecord(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, map(member)]));
  };
  return map(value);
};

/** The separator of texts: one per line, so that a name is screened together with its field. */
const BETWEEN = '\n';

const placesOf = (texts: readonly string[]): readonly Placed[] => {
  let start = 0;
  return texts.map((text) => {
    const placed = { start, end: start + text.length };
    start = placed.end + BETWEEN.length;
    return placed;
  });
};

/** Removes the findings from a text. */
const withoutFindings = (
  text: string,
  { start, end }: Placed,
  findings: PhiScreening['findings'],
): string => {
  let left = '';
  let from = start;
  for (const finding of findings) {
    if (finding.end <= start || finding.start >= end) continue;
    left += `${text.slice(from - start, Math.max(finding.start, from) - start)} `;
    from = Math.max(from, Math.min(finding.end, end));
  }
  return from === start ? text : `${left}${text.slice(from - start)}`.replace(/\s+/g, ' ').trim();
};

/** Nothing can be cut from a number: one that contains a finding is sent whole or not at all. */
const holdsFoundNumber = (
  args: JsonObject,
  places: readonly Placed[],
  findings: PhiScreening['findings'],
) => {
  let index = 0;
  const look = (part: unknown): boolean => {
    if (isText(part)) {
      const place = places[index];
      index += 1;
      return (
        typeof part === 'number' &&
        place !== undefined &&
        findings.some(({ start, end }) => start < place.end && end > place.start)
      );
    }
    if (Array.isArray(part)) return part.some(look);
    return isRecord(part) && Object.values(part).some(look);
  };
  return look(args);
};

/** Splits the arguments into those to screen and those that cannot identify anyone. */
const divided = (args: JsonObject, { facts: { impersonal = [] } }: RegisteredTool) => {
  const part = (isImpersonal: boolean): JsonObject =>
    Object.fromEntries(Object.entries(args).filter(([name]) => impersonal.includes(name) === isImpersonal));
  return { screened: part(false), unscreened: part(true) };
};

const staysLocal = (message: string): Result<never, RejectionFacts> =>
  err({ because: 'phi_stays_local', message });

const NOT_LOOKED_AT =
  'It could not be determined whether the arguments identify a person, so nothing was sent to an external service.';
const HIDES_PHI =
  'The arguments seem to identify a person in disguised spelling, so nothing was sent to an external service.';
const HOLDS_PHI =
  'The arguments seem to identify a person, so nothing was sent to an external service. Ask again without identifying details.';

/** Screens a text; one that could not be screened counts as PHI. */
const screen = async (
  text: string,
  { phiDetector }: { readonly phiDetector: PhiDetector },
  signal: AbortSignal | undefined,
): Promise<PhiScreening> => {
  try {
    return await phiDetector.screen(text, signal === undefined ? {} : { signal });
  } catch {
    signal?.throwIfAborted();
    return { detected: true, findings: [], failed: [phiDetector.name] };
  }
};

/**
 * Validates the arguments of a call and, when they would leave the premises, screens them for anything that
 * identifies a person: the tool decides whether findings are removed or the call is rejected. Removal covers all
 * findings in every mode. If nothing was screened, as in mode `off`, nothing leaves; nor does anything that hides an
 * identifier in another spelling.
 */
export const prepareForSending = async (
  tool: RegisteredTool,
  given: JsonObject,
  services: { readonly phiDetector: PhiDetector },
  signal?: AbortSignal,
): Promise<Result<ReadyCall, RejectionFacts>> => {
  const prepared = tool.prepare(given);
  if (!prepared.ok) {
    const { message, details } = prepared.error;
    const issues = Array.isArray(details?.issues) ? details.issues : [];
    return err({ because: 'validation_error', message, issues });
  }
  const call = prepared.value;
  const { screened, unscreened } = divided(call.arguments, tool);
  const texts = [...textsIn(screened)];
  const screening = await screen(texts.join(BETWEEN), services, signal);
  const phi = mayHoldPhi(screening);
  const { detected, findings, failed, mode } = screening;
  if (tool.facts.sends !== 'outside') return ok({ call, phi, redacted: false });
  const asItIs = (): Result<ReadyCall, RejectionFacts> =>
    hidesPhi(texts) ? staysLocal(HIDES_PHI) : ok({ call, phi, redacted: false });
  if (!phi) return asItIs();
  if (failed.length > 0 || mode === 'off') return staysLocal(NOT_LOOKED_AT);
  if (tool.facts.phiOutside !== 'redact') return detected ? staysLocal(HOLDS_PHI) : asItIs();
  const places = placesOf(texts);
  if (holdsFoundNumber(screened, places, findings)) return staysLocal(HOLDS_PHI);
  const cleaned = mapTexts(screened, (text, index) => {
    const place = places[index];
    return place === undefined ? text : withoutFindings(text, place, findings);
  });
  const redacted = tool.prepare(isRecord(cleaned) ? { ...cleaned, ...unscreened } : cleaned);
  // Nothing is left to send, or nothing that makes sense.
  if (!redacted.ok) return staysLocal(HOLDS_PHI);
  const again = divided(redacted.value.arguments, tool).screened;
  const textsLeft = [...textsIn(again)];
  const left = await screen(textsLeft.join(BETWEEN), services, signal);
  // Removing text may have joined parts that were apart.
  if (left.detected) return staysLocal(HOLDS_PHI);
  if (hidesPhi(textsLeft)) return staysLocal(HIDES_PHI);
  return ok({ call: redacted.value, phi, redacted: true });
};
