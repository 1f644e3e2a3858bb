import type { AnsweredQuery } from '../api/api-client.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { describeDetails } from './describe-details.ts';
import { describePlace } from './describe-source.ts';
import type { Terminal } from './terminal.ts';
import { wrapText } from './wrap-text.ts';

const MAX_WIDTH = 100;

const describeInterpretation = ({
  searchedFor,
  intent,
  expansions,
  corrections,
}: NonNullable<AnsweredQuery['interpretation']>): string => {
  const changes = [...corrections, ...expansions].map(plainLine);
  return [
    `Searched for: ${plainLine(searchedFor)}`,
    `(${intent.replaceAll('_', ' ')}${changes.length > 0 ? `; ${changes.join(', ')}` : ''})`,
  ].join(' ');
};

/** Prints an answer as it is to be read: how the question was understood, the excerpts, warnings, and the sources. */
export const printAnswer = (query: AnsweredQuery, { print, style, width }: Terminal): void => {
  const fit = Math.min(width, MAX_WIDTH);
  if (query.interpretation) {
    print(style('dim', wrapText(describeInterpretation(query.interpretation), fit)));
    print();
  }
  print(wrapText(plainText(query.answer ?? ''), fit).replace(/\[\d+\]/g, (mark) => style('cyan', mark)));
  // What the answer begins with is not said again.
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
    print(style('bold', 'Sources'));
    for (const citation of query.citations) {
      const mark = `[${citation.n}]`;
      print(`  ${style('cyan', mark)} ${plainLine(citation.title)}`);
      const indent = ' '.repeat(mark.length + 3);
      print(`${indent}${describePlace(citation)}`);
      for (const line of describeDetails(citation)) print(wrapText(line, fit, indent));
      print(style('dim', `${indent}${plainLine(citation.fileName)} (${citation.docKey})`));
    }
  }
  print();
  print(style('dim', `Query ${query.queryId}`));
  if (query.conversationId !== null) print(style('dim', `Conversation ${query.conversationId}`));
};
