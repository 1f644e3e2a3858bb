/** The KurrentDB test server in a separate process: prints its connection string, and runs until killed. */
import { startKurrentServer } from './kurrent-server.ts';

const server = await startKurrentServer();
process.stdout.write(`${server.url()}\n`);
