import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).kafka;
const certificate = join(import.meta.dirname, '../../../../support/tls/localhost.crt');

describe('the Kafka configuration', () => {
  it('is absent when nothing is set', () => {
    expect(chosen({})).toBeUndefined();
    expect(chosen({ CONSUMER_FEED: 'log' })).toBeUndefined();
  });

  it('accepts local brokers as they are, and feeds consumers from them', () => {
    expect(chosen({ KAFKA_BROKERS: '127.0.0.1:9092, 10.0.0.7:9092' })).toEqual({
      brokers: ['127.0.0.1:9092', '10.0.0.7:9092'],
      tls: false,
      leavesThePremises: false,
      prefix: 'anamnesis',
      partitions: 6,
      names: { source: 'urn:anamnesis', schemas: 'urn:anamnesis:schemas' },
      feedsConsumers: true,
    });
    expect(chosen({ KAFKA_BROKERS: 'localhost:9092', CONSUMER_FEED: 'log' })?.feedsConsumers).toBe(false);
  });

  it('signs in, and trusts the named authority', () => {
    const kafka = chosen({
      KAFKA_BROKERS: 'kafka.example.org:9093',
      KAFKA_CA_FILE: certificate,
      KAFKA_USERNAME: 'anamnesis',
      KAFKA_PASSWORD: 'secret',
      KAFKA_REPLICATION: '3',
    });
    expect(kafka).toMatchObject({
      tls: true,
      leavesThePremises: true,
      replication: 3,
      sasl: { mechanism: 'scram-sha-512', username: 'anamnesis', password: 'secret' },
    });
    expect(kafka?.ca).toContain('BEGIN CERTIFICATE');
  });

  it.each([
    [{ KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS must be host:port'],
    [{ KAFKA_BROKERS: 'user:secret@kafka:9092' }, 'KAFKA_BROKERS must be host:port'],
    [{ KAFKA_BROKERS: 'kafka.example.org:9092' }, 'KAFKA_TLS must be true'],
    [
      { KAFKA_BROKERS: 'localhost:9092', KAFKA_PASSWORD: 'secret' },
      'KAFKA_USERNAME and KAFKA_PASSWORD together',
    ],
    [{ KAFKA_BROKERS: 'localhost:9092', KAFKA_CA_FILE: '/secret' }, 'KAFKA_CA_FILE cannot be read'],
    [{ KAFKA_BROKERS: 'localhost:9092', KAFKA_TOPIC_PREFIX: 'a b' }, 'KAFKA_TOPIC_PREFIX must be letters'],
    [{ KAFKA_BROKERS: 'localhost:9092', KAFKA_SCHEMA_URL: 'https://a.example/' }, 'KAFKA_SCHEMA_URL must be'],
    [{ KAFKA_PASSWORD: 'secret' }, 'KAFKA_PASSWORD has no effect without KAFKA_BROKERS'],
    [{ CONSUMER_FEED: 'kafka' }, 'CONSUMER_FEED=kafka needs KAFKA_BROKERS'],
    [
      {
        KAFKA_BROKERS: 'kafka.example.org:9092',
        KAFKA_LOCAL: 'true',
        KAFKA_SASL_MECHANISM: 'plain',
        KAFKA_USERNAME: 'a',
        KAFKA_PASSWORD: 'secret',
      },
      'KAFKA_TLS must be true when a password is sent in plain text',
    ],
  ])('names the wrong variable in %j, and not its value', (environment, sentence) => {
    const read = () => readConfiguration(environment);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(sentence);
    expect(read).not.toThrow('secret');
  });
});
