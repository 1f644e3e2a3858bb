import type { Query } from '../../client/api.generated.ts';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { describeDetails } from './describe-details.ts';
import { describeFigures } from './describe-figures.ts';
import { describePlace } from './describe-source.ts';
import { describeSuggestion } from './describe-suggestion.ts';
import type { Terminal } from './terminal.ts';

const MAX_WIDTH = 100;

const describeInterpretation = ({
  searchedFor,
  intent,
  expansions,
  corrections,
}: NonNullable<Query['interpretation']>): string => {
  const changes = [...corrections, ...expansions].map(plainLine);
  return [
    `Searched for: ${plainLine(searchedFor)}`,
    `(${intent.replaceAll('_', ' ')}${changes.length > 0 ? `; ${changes.join(', ')}` : ''})`,
  ].join(' ');
};

/** The notice for an answer by a language model; excerpts are recognizable as such and need none. */
const writtenBy = ({ model, answer }: Query): string | undefined =>
  model === null || model === 'extractive' || answer === null
    ? undefined
    : `Written by the language model ${plainLine(model)} from the sources below, not checked by a clinician. Read the cited page before acting on it.`;

const printSources = ({ citations }: Query, { print, style, width }: Terminal): void => {
  const fit = Math.min(width, MAX_WIDTH);
  print(style('bold', 'Sources'));
  for (const citation of citations) {
    const mark = `[${citation.n}]`;
    const indent = ' '.repeat(mark.length + 3);
    print(`  ${style('cyan', mark)} ${wrapText(plainLine(citation.title), fit, indent).trimStart()}`);
    print(wrapText(`${describePlace(citation)}${describeFigures(citation)}`, fit, indent));
    for (const line of describeDetails(citation)) print(wrapText(line, fit, indent));
    if (citation.url !== undefined) print(`${indent}${plainLine(citation.url)}`);
    print(style('dim', `${indent}${plainLine(citation.fileName)} (${citation.docKey})`));
  }
};

/** Prints the sources as references in the preferred style. */
const printReferences = ({ references }: Query, { print, style, width }: Terminal): void => {
  print(style('bold', `References (${references.style})`));
  for (const { n, formatted, pages } of references.items) {
    const mark = `[${n}]`;
    const indent = ' '.repeat(mark.length + 3);
    const text = wrapText(plainLine(formatted), Math.min(width, MAX_WIDTH), indent);
    print(`  ${style('cyan', mark)} ${text.trimStart()}`);
    if (pages !== '') print(style('dim', `${indent}${pages}`));
  }
};

/**
 * Prints an answer: how the question was interpreted, the text, warnings, and the sources, or references if a style is
 * preferred. `isShown` skips the text when it is already on the screen.
 */
export const printAnswer = (
  query: Query,
  terminal: Terminal,
  { isShown = false }: { readonly isShown?: boolean } = {},
): void => {
  const { print, style, width } = terminal;
  const fit = Math.min(width, MAX_WIDTH);
  if (query.interpretation) {
    print(style('dim', wrapText(describeInterpretation(query.interpretation), fit)));
    for (const { from, to } of query.interpretation.suggestions ?? [])
      print(style('yellow', wrapText(describeSuggestion(from, to), fit)));
    if (!isShown) print();
  }
  if (!isShown)
    print(wrapText(plainText(query.answer ?? ''), fit).replace(/\[\d+\]/g, (mark) => style('cyan', mark)));
  const notice = writtenBy(query);
  if (notice !== undefined) {
    print();
    print(style('dim', wrapText(notice, fit)));
  }
  // A warning that is already part of the answer is not repeated.
  const warnings = query.warnings.filter((warning) => query.answer?.includes(warning) !== true);
  if (warnings.length > 0) {
    print();
    print(style('bold', 'Warnings'));
    for (const warning of warnings) {
      print(style('yellow', wrapText(`! ${plainLine(warning)}`, fit, '  ')));
    }
  }
  if (query.citations.length > 0) {
    print();
    if (query.preferences?.citationStyle === undefined) printSources(query, terminal);
    else printReferences(query, terminal);
  }
  print();
  print(style('dim', `Query ${query.queryId}`));
  if (query.conversationId !== null) print(style('dim', `Conversation ${query.conversationId}`));
  const shown = query.citations.find(({ pageImages = [] }) => pageImages.length > 0);
  if (shown === undefined) return;
  print(style('dim', 'Show the cited page with the quoted lines highlighted:'));
  // Without --citation, the first source is shown: the command then fits 80 columns.
  const citation = shown.n === 1 ? '' : ` --citation ${shown.n}`;
  print(style('dim', `  npx anamnesis documents show --query ${query.queryId}${citation}`));
};
