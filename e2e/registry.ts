import { socketFolder } from '@atrium/engines/socket-folder';
import { Client } from 'pg';

/** Runs a statement in the registry of the stories' server, for what no screen can make. */
export async function inRegistry(statement: string, values: readonly unknown[]): Promise<void> {
  const folder = process.env.ATRIUM_STORY_DATA;
  if (folder === undefined) throw new Error('The stories have no server of their own');
  const client = new Client({ host: await socketFolder(folder), port: 5432, user: 'atrium', database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
