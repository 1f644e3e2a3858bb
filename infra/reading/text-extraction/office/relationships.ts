import { posix } from 'node:path';
import { load } from 'cheerio';

/** What a part of an Office file refers to. */
export type Relationship = {
  /** The last word of the type's address, such as `slide` or `image`. */
  readonly type: string;
  /** The name of the part, or the address of what is outside. */
  readonly target: string;
  readonly isOutside: boolean;
};

/** The name of the part that holds the relationships of another (ECMA-376, part 2, 6.5.4). */
const relationshipsPartOf = (name: string): string =>
  posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);

/** What a part refers to, by the id that it uses. */
export const relationshipsOf = (
  parts: ReadonlyMap<string, Uint8Array>,
  name: string,
): ReadonlyMap<string, Relationship> => {
  const part = parts.get(relationshipsPartOf(name));
  if (part === undefined) return new Map();
  const $ = load(Buffer.from(part).toString('utf8'), { xml: true });
  return new Map(
    $('Relationship')
      .toArray()
      .map(({ attribs: { Id = '', Target = '', Type = '', TargetMode } }) => [
        Id,
        {
          type: Type.slice(Type.lastIndexOf('/') + 1),
          target: Target.startsWith('/')
            ? Target.slice(1)
            : posix.normalize(posix.join(posix.dirname(name), Target)),
          isOutside: TargetMode === 'External',
        },
      ]),
  );
};

/** The part of a type that another refers to. */
export const relatedPart = (
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined =>
  [...relationships.values()].find((one) => one.type === type && !one.isOutside)?.target;
