/** The arguments of Node.js that start a program as npm does: from its bundle if that is current, else from its source. */
export const programArguments = (program: string): readonly string[] => [
  '--require',
  './scripts/require-node.cjs',
  program,
];
