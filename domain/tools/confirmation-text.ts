/** Shown as nothing, or turning the order of what is shown: format characters and controls but for breaks of lines. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}]|[^\P{Cc}\t\n]/gu;

const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** A text with invisible characters made visible, so that what is read is what is sent. Breaks of lines are `\n`. */
const shownInFull = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(UNSEEN, codeOf);

const shownValue = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
};

/**
 * What a person is asked before a tool is called: a sentence, each member that will be sent on a separate line, and a
 * question. Further lines of a value are set in, so that no value can pass for a member.
 *
 * @param members name and value as they are shown; what is `undefined` is left out
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

/** The leaves of a value, each with where it is, e.g. `attendees.0`. */
function* leavesOf(value: unknown, path: string): Generator<readonly [path: string, leaf: unknown]> {
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, path === '' ? name : `${path}.${name}`);
  else if (value !== undefined && value !== null && value !== '') yield [path, value];
}

/**
 * A tool's own prompt with whatever of the arguments it does not show added at its end: no one agrees to what they have
 * not seen. What is in it as it is sent, or with further lines set in, counts as shown; yes and no are never looked
 * for, since either is in any text.
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
