import { z } from 'zod';
import { isRecord } from '../../domain/kernel/is-record.ts';

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? unwrapped(schema.unwrap())
    : schema;

const takes = (schema: z.core.$ZodType, value: unknown): boolean => z.core.safeParse(schema, value).success;

/**
 * Removes nulls for optional arguments: models write null for an argument that they do not set. A null that the schema
 * accepts stays, and so does one for a required argument, so that its refusal names it.
 */
export const withoutNulls = (value: unknown, schema: z.core.$ZodType): unknown => {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray && Array.isArray(value))
    return value.map((item: unknown) => withoutNulls(item, plain.element));
  if (!(plain instanceof z.ZodObject) || !isRecord(value)) return value;
  const { shape } = plain;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (own === undefined) return [[name, member]];
      if (member === null && !takes(own, null) && takes(own, undefined)) return [];
      return [[name, withoutNulls(member, own)]];
    }),
  );
};
