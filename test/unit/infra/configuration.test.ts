import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration } from '../../../infra/configuration.ts';

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
};

describe('a setting', () => {
  it.each(['+3000', '3e3', '3000.0', '03000', ' 3000', '0xbb8'])(
    'that is a number is not written as %j',
    (text) => {
      expect(problemOf({ PORT: text })).toContain('PORT must be a whole number');
      expect(readConfiguration({ PORT: '3000' }).port).toBe(3000);
    },
  );
});
