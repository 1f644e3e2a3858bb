/**
 * Whether a path is that of a folder, or below it; both absolute and free of links.
 *
 * @param separator what the operating system has between the names of a path
 */
export const isWithinFolder = (folder: string, path: string, separator: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);
