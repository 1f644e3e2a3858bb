/** The test server of KurrentDB in a separate process: says its connection string, and ends when it is ended. */
import { startKurrentServer } from './kurrent-server.ts';

const server = await startKurrentServer();
process.stdout.write(`${server.url()}\n`);
