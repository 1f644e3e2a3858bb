const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined;

/**
 * The properties of an object whose value is not `undefined`, in their order. A property that may be left out must not
 * be there at all: with the value `undefined` it would be another thing to compare and to store.
 */
export const omitUndefined = <Properties extends object>(
  properties: Properties,
): { [Key in keyof Properties]?: Exclude<Properties[Key], undefined> } => {
  const kept: { [Key in keyof Properties]?: Exclude<Properties[Key], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
};
