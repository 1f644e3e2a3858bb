import { findPatientIdentifiers } from '../../domain/privacy/find-patient-identifiers.ts';
import { beginTimeSlice } from '../../ports/time-slice.ts';
import type { ToolOutput } from '../../ports/tool.ts';

/** Characters screened at a time, about four milliseconds. */
const WINDOW = 4000;
/** The overlap of consecutive windows in characters: several times the reach of any rule. */
const OVERLAP = 500;

/** The texts in a value. Those of one object are joined, so that a name is screened together with its field. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value);
  const named = members.flatMap(([name, member]) =>
    typeof member === 'string' || typeof member === 'number'
      ? [`${name.replaceAll('_', ' ')}: ${member}`]
      : [],
  );
  if (named.length > 0) yield named.join('\n');
  for (const [, member] of members) if (typeof member === 'object') yield* textsIn(member);
}

/**
 * Whether a result seems to concern a patient, by the rules for passages, which distinguish patients from authors and
 * agencies.
 */
export const outputMentionsPatient = async ({ result, citations }: ToolOutput): Promise<boolean> => {
  const slice = beginTimeSlice();
  for (const text of textsIn([result, citations])) {
    for (let start = 0; start === 0 || start < text.length - OVERLAP; start += WINDOW - OVERLAP) {
      if (findPatientIdentifiers(text.slice(start, start + WINDOW)).length > 0) return true;
      if (slice.isOver()) await slice.yield();
    }
  }
  return false;
};
