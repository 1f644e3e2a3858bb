import { type FileProperties, filePropertiesSchema } from '../../../domain/knowledge/file-properties.ts';
import { filedProperties, propertyOf } from '../../../domain/knowledge/property-uses.ts';

/** Most characters of a value, and most values of a property. */
const longest = 2000;
const maxValues = 100;
const maxRemarks = 20;

/** Returns a property's value on one line, cut to the storable length; `undefined` when it is blank. */
export const property = (text: string | undefined): string | undefined => {
  const line = text
    ?.slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
  return line === undefined || line === '' ? undefined : line;
};

type Undefinable<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | undefined };

/** Drops the undefined properties. */
export const definedProperties = ({
  authors = [],
  remarks = [],
  ...others
}: Undefinable<FileProperties>): FileProperties => ({
  ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  ...(authors.length === 0 ? {} : { authors: authors.slice(0, maxValues) }),
  ...(remarks.length === 0 ? {} : { remarks: remarks.slice(0, maxRemarks) }),
});

/**
 * Reads the properties that a file declares under the names in the table of properties.
 *
 * @param read returns the values under the first of the names that has any, each a `property`
 */
export const declaredProperties = (
  where: 'frontMatter' | 'metaTags',
  read: (...names: readonly string[]) => readonly string[],
): FileProperties =>
  filePropertiesSchema.parse(
    Object.fromEntries(
      filedProperties.flatMap((name) => {
        const { kind, file } = propertyOf(name);
        const values = read(...(file?.[where] ?? []));
        if (file === undefined || values.length === 0) return [];
        return [[file.as, kind === 'list' ? values.slice(0, maxValues) : values[0]]];
      }),
    ),
  );
