import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A new, empty database on a server; disposing of it drops it. */
export type ServerDatabase = AsyncDisposable & { readonly url: string };

export const createServerDatabase = async (serverUrl: string): Promise<ServerDatabase> => {
  const name = `anamnesis_test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    try {
      await admin.query(statement);
    } finally {
      await admin.end();
    }
  };
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => administer(`drop database if exists ${name} with (force)`),
  };
};
