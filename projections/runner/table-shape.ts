import type { EntityMetadata } from '@mikro-orm/core';

/** A column of a read model's table, and the row property that it holds. */
type Column = {
  readonly property: string;
  readonly column: string;
  /** PostgreSQL type. */
  readonly type: string;
  readonly nullable: boolean;
};

const methods = ['btree', 'gin', 'hash'] as const;

/**
 * A secondary index. `gin`, over a list, finds rows whose list shares an element with the given one; `hash` finds
 * equal texts of any length.
 */
type Index = { readonly columns: readonly string[]; readonly method: (typeof methods)[number] };

/** A read model's table as plain facts: enough to create it and to write it in bulk. */
export type TableShape = {
  readonly table: string;
  readonly primaryKey: Column;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
};

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

/** Reads the shape of a table from MikroORM's metadata: the entity is the only place that describes it. */
export const tableShapeOf = (metadata: EntityMetadata): TableShape => {
  const columns = metadata.props.map((property): Column => {
    const [column] = property.fieldNames;
    const [type] = property.columnTypes;
    if (!column || !type) throw new Error(`${metadata.className}.${property.name} has no column of its own.`);
    return { property: property.name, column, type, nullable: property.nullable ?? false };
  });
  const columnOf = (property: string): Column => {
    const found = columns.find((candidate) => candidate.property === property);
    if (!found) throw new Error(`${metadata.className} has no property ${property}.`);
    return found;
  };
  const [key, ...more] = metadata.primaryKeys;
  if (!key || more.length > 0) throw new Error(`${metadata.className} must have exactly one primary key.`);
  return {
    table: metadata.tableName,
    primaryKey: columnOf(key),
    columns,
    indexes: metadata.indexes.map((index) => ({
      columns: listOf(index.properties).map((property) => columnOf(String(property)).column),
      method: methods.find((method) => method === index.type) ?? 'btree',
    })),
  };
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The statements that create a table with its indexes in a schema. */
export const createTableSql = (shape: TableShape, schema: string): readonly string[] => {
  // Text is ordered by bytes, so that lists have the same order on every database.
  const collation = (type: string): string => (/^(text|varchar)/.test(type) ? ' collate "C"' : '');
  const columns = shape.columns.map(
    ({ column, type, nullable }) =>
      `${quoted(column)} ${type}${collation(type)}${nullable ? '' : ' not null'}`,
  );
  const name = `${quoted(schema)}.${quoted(shape.table)}`;
  return [
    `create table ${name} (${columns.join(', ')}, primary key (${quoted(shape.primaryKey.column)}))`,
    ...shape.indexes.map(
      ({ columns: indexed, method }) =>
        `create index on ${name} using ${method} (${indexed.map(quoted).join(', ')})`,
    ),
  ];
};

export type TableStatements = {
  /** $1: keys as text[]. Columns have the names of the row's properties. */
  readonly select: string;
  /** $1: rows as a JSON array. */
  readonly upsert: string;
  /** $1: keys as text[]. */
  readonly remove: string;
};

/** The statements that read, write and remove rows of a table in bulk. */
export const tableStatements = (shape: TableShape, schema: string): TableStatements => {
  const name = `${quoted(schema)}.${quoted(shape.table)}`;
  const key = quoted(shape.primaryKey.column);
  const list = shape.columns.map(({ column }) => quoted(column)).join(', ');
  const record = shape.columns.map(({ property, type }) => `${quoted(property)} ${type}`).join(', ');
  const values = shape.columns.map(({ property }) => `r.${quoted(property)}`).join(', ');
  const updates = shape.columns
    .filter(({ column }) => column !== shape.primaryKey.column)
    .map(({ column }) => `${quoted(column)} = excluded.${quoted(column)}`)
    .join(', ');
  return {
    select: `select ${shape.columns.map(({ column, property }) => `${quoted(column)} as ${quoted(property)}`).join(', ')}
      from ${name} where ${key} = any($1::text[])`,
    upsert: `insert into ${name} (${list}) select ${values} from json_to_recordset($1::json) as r (${record})
      on conflict (${key}) do update set ${updates}`,
    remove: `delete from ${name} where ${key} = any($1::text[])`,
  };
};

/**
 * The statement that sets columns to fixed values in all rows of the given subjects, found by index. $1: subjects as
 * text[]; $2: the values by property, as a JSON object.
 */
export const erasureStatement = (
  shape: TableShape,
  schema: string,
  properties: readonly string[],
): string => {
  const columns = shape.columns.filter(({ property }) => properties.includes(property));
  const record = columns.map(({ property, type }) => `${quoted(property)} ${type}`).join(', ');
  const updates = columns
    .map(({ column, property }) => `${quoted(column)} = r.${quoted(property)}`)
    .join(', ');
  return `update ${quoted(schema)}.${quoted(shape.table)} t set ${updates}
    from json_to_record($2::json) as r (${record}) where t.subject = any($1::text[])`;
};
