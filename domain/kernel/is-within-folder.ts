/**
 * Whether a path is that of a folder or below it. Both must be absolute and free of links.
 *
 * @param separator the path separator of the operating system
 */
export const isWithinFolder = (folder: string, path: string, separator: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);
