import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSchemaCollector } from '../../../../read-api/openapi/schema-collector.ts';

describe('the schemas of the OpenAPI document', () => {
  it('are collected once under their ids', () => {
    const collector = createSchemaCollector();
    const page = z.object({ text: z.string() }).meta({ id: 'Page' });
    expect(collector.schemaOf(page, 'output')).toEqual({ $ref: '#/components/schemas/Page' });
    expect(collector.schemaOf(z.array(page), 'output')).toMatchObject({
      items: { $ref: '#/components/schemas/Page' },
    });
    expect(Object.keys(collector.components())).toEqual(['Page']);
  });

  it('cannot share an id, because one would describe the responses of the other', () => {
    const collector = createSchemaCollector();
    collector.schemaOf(z.object({ text: z.string() }).meta({ id: 'Page' }), 'output');
    // Zod itself refuses two schemas with one id in one document, but not in two.
    const other = z.array(z.object({ items: z.array(z.string()) }).meta({ id: 'Page' }));
    expect(() => collector.schemaOf(other, 'output')).toThrow('Two different schemas have the id Page.');
  });
});
