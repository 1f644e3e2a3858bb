/** Some members of a record. `names` must be all of `Name`: that those are what comes out is only known by it. */
export const pick = <Values extends object, Name extends keyof Values & string>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> => Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
