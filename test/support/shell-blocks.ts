/** A command in a document, as written there. */
export type ShellCommand = { readonly file: string; readonly line: number; readonly text: string };

/**
 * The commands in fenced blocks of a Markdown text whose info string is one of `infos`, e.g. `sh` or `sh run`. One per
 * line; a trailing backslash continues the line.
 */
export const shellCommandsOf = (
  file: string,
  markdown: string,
  infos: readonly string[],
): readonly ShellCommand[] => {
  const commands: ShellCommand[] = [];
  let fence: { readonly isShell: boolean } | undefined;
  let begun: ShellCommand | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const info = /^\s*```(.*)$/.exec(line)?.[1]?.trim();
    if (info !== undefined) {
      fence = fence ? undefined : { isShell: infos.includes(info) };
      continue;
    }
    if (!fence?.isShell || (!begun && (line.trim() === '' || line.trim().startsWith('#')))) continue;
    const command = begun
      ? { ...begun, text: `${begun.text}\n${line}` }
      : { file, line: index + 1, text: line };
    begun = line.endsWith('\\') ? command : undefined;
    if (!begun) commands.push(command);
  }
  return commands;
};
