const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined;

/**
 * The properties of an object whose value is not `undefined`, in their order. An omitted property must be absent: with
 * the value `undefined` it would compare and be stored differently.
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
