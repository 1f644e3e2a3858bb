import type { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { usageError } from '../cli-error.ts';
import { plainLine } from '../plain-text.ts';

/** A word that can be assigned: the member that it sets, and how its value is typed. */
export type Assignable<Name extends string> = {
  readonly name: Name;
  /** `questions` are typed as `docKey=words; docKey=words`, `access` as `tool=role,@user; tool=role`. */
  readonly kind: 'text' | 'number' | 'list' | 'questions' | 'access';
  readonly schema: z.ZodType;
};

/** The items of a list that contains commas; empty ones are left out. */
const itemsOf = (text: string, separator: string): readonly string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const questionsOf = (word: string, text: string): readonly object[] => {
  const items = itemsOf(text, ';');
  const hint = `Use '${word}=<docKey>=<words>; <docKey>=<words>' in quotes, where each question must find its document.`;
  if (items.length === 0) throw usageError(`${word}: must not be empty`, hint);
  return items.map((item) => {
    const at = item.indexOf('=');
    if (at < 1)
      throw usageError(`${word}: "${plainLine(item)}" does not name the document it must find.`, hint);
    return { docKey: item.slice(0, at).trim(), question: item.slice(at + 1).trim() };
  });
};

const accessOf = (word: string, text: string): readonly object[] =>
  itemsOf(text, ';').map((item) => {
    const [tool = '', who] = item.split('=', 2).map((part) => part.trim());
    if (who === undefined)
      throw usageError(
        `${word}: "${plainLine(item)}" does not say who may call the tool.`,
        `Use '${word}=<tool>=<role>,@<user>; <tool>=<role>' in quotes.`,
      );
    const names = itemsOf(who, ',');
    return {
      tool,
      roles: names.filter((name) => !name.startsWith('@')),
      people: names.flatMap((name) => (name.startsWith('@') ? [name.slice(1)] : [])),
    };
  });

const typed = (word: string, kind: Assignable<string>['kind'], text: string): unknown => {
  if (kind === 'number') return text === '' ? text : Number(text);
  if (kind === 'questions') return questionsOf(word, text);
  if (kind === 'access') return accessOf(word, text);
  return kind === 'list' ? text.split(',').map((item) => item.trim()) : text;
};

const readValue = <Name extends string>(
  word: string,
  { kind, schema }: Assignable<Name>,
  text: string,
): unknown => {
  const parsed = schema.safeParse(typed(word, kind, text), { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw usageError(`${word}: ${plainLine(issue?.message ?? 'is not allowed')}`);
};

/**
 * Reads `word=value …` into the members of a change. The value `unset` clears a member, and is read as null.
 *
 * @throws CliError that names the invalid word
 */
export const readAssignments = <Name extends string>(
  given: readonly string[],
  words: Readonly<Record<string, Assignable<Name>>>,
  unset: string,
): Readonly<Partial<Record<Name, unknown>>> => {
  const change: Partial<Record<Name, unknown>> = {};
  for (const assignment of given) {
    const at = assignment.indexOf('=');
    const word = at < 0 ? assignment : assignment.slice(0, at);
    const known = Object.hasOwn(words, word) ? words[word] : undefined;
    if (at < 0 || !known)
      throw usageError(
        `"${plainLine(assignment)}" is not a valid assignment.`,
        `Use <name>=<value> with one of these names: ${Object.keys(words).join(', ')}.`,
      );
    const text = assignment.slice(at + 1).trim();
    change[known.name] = text === unset ? null : readValue(word, known, text);
  }
  return change;
};
