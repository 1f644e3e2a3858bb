/**
 * Characters that are invisible or reverse the text direction: format characters and controls other than line breaks.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}]|[^\P{Cc}\t\n]/gu;

const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Makes invisible characters visible, so that the text shown is the text sent. Line breaks become `\n`. */
const shownInFull = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(UNSEEN, codeOf);

const shownValue = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
};

/**
 * The text that asks a person to confirm a call: a sentence, each member to be sent on a separate line, and a
 * question. Continuation lines of a value are indented, so that no value can pass for a member.
 *
 * @param members names and values as displayed; `undefined` is omitted
 */
export const confirmationText = (
  sentence: string,
  members: Readonly<Record<string, unknown>>,
  question = 'Should I proceed?',
): string => {
  const lines = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `- ${name}: ${shownInFull(shownValue(value)).replaceAll('\n', '\n    ')}`);
  return [sentence, ...lines, question].join('\n');
};

/** Yields the leaves of a value, each with its path, e.g. `attendees.0`. */
function* leavesOf(value: unknown, path: string): Generator<readonly [path: string, leaf: unknown]> {
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, path === '' ? name : `${path}.${name}`);
  else if (value !== undefined && value !== null && value !== '') yield [path, value];
}

/**
 * Appends the arguments that a tool's own prompt does not show, because people cannot agree to what they have not
 * seen. An argument counts as shown if the prompt contains it verbatim or with indented continuation lines. Booleans
 * are not compared, since "yes" and "no" occur in any text.
 */
export const withAllMembers = (prompt: string, args: Readonly<Record<string, unknown>>): string => {
  const shown = shownInFull(prompt);
  const missing: Record<string, unknown> = {};
  for (const [path, leaf] of leavesOf(args, '')) {
    if (typeof leaf === 'boolean') continue;
    const text = shownInFull(String(leaf));
    if (!shown.includes(text) && !shown.includes(text.replaceAll('\n', '\n    '))) missing[path] = leaf;
  }
  return Object.keys(missing).length === 0 ? shown : confirmationText(shown, missing, 'All of this is sent.');
};
