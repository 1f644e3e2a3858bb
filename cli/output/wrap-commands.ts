import { textWidth } from './text-width.ts';

/** The beginning of a command in an example, as in `  $ npx anamnesis ask "…"`. */
const EXAMPLE = /^( *)\$ /;

/** The words of a command, each option with its value, and a redirection with its file. Quoted words stay whole. */
const piecesOf = (command: string): readonly string[] => {
  const pieces: string[] = [];
  for (const [word] of command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    const last = pieces.at(-1);
    if (last !== undefined && /^(?:-[^ ]+|[<>])$/.test(last) && !/^[-<>|]/.test(word))
      pieces[pieces.length - 1] = `${last} ${word}`;
    else pieces.push(word);
  }
  return pieces;
};

const wrapCommand = (line: string, indent: string, width: number): string => {
  const lines: string[] = [];
  let current = `${indent}$`;
  for (const piece of piecesOf(line.slice(indent.length + 2))) {
    // Each line but the last ends with " \".
    if (current !== `${indent}$` && textWidth(`${current} ${piece}`) > width - 2) {
      lines.push(current);
      current = `${indent}    ${piece}`;
    } else current = `${current} ${piece}`;
  }
  return [...lines, current].join(' \\\n');
};

/** Continues the examples of a help text that are longer than the width on the next line, as a shell does. */
export const wrapCommands = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => {
      const indent = EXAMPLE.exec(line)?.[1];
      return indent === undefined || textWidth(line) <= width ? line : wrapCommand(line, indent, width);
    })
    .join('\n');
