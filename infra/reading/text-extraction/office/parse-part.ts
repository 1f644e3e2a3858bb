import { unreadableFile } from '../unreadable-file.ts';
import { type OfficeXml, parseOfficeXml } from './office-xml.ts';

/**
 * Parses a part by its name; `undefined` if the container has none.
 *
 * @throws Failure `file_damaged` for a truncated part, `nested_too_deep`
 */
export const parsePart = (
  parts: ReadonlyMap<string, Uint8Array>,
  name: string | undefined,
): OfficeXml | undefined => {
  const part = name === undefined ? undefined : parts.get(name);
  if (part === undefined) return undefined;
  const xml = parseOfficeXml(part);
  if (xml === undefined) throw unreadableFile('file_damaged', { part: name ?? '' });
  return xml;
};
