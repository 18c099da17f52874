import { startBuiltServer, temporaryDataFolder } from './built-server.ts';

/** One demo world for all stories; they find it at `baseURL`. */
export default async function startDemoServer(): Promise<() => Promise<void>> {
  const folder = await temporaryDataFolder();
  const server = startBuiltServer({
    ATRIUM_DATA: folder.path,
    ATRIUM_DEMO: 'on',
    BILLING_PHONE: '+1 512 555 0100',
    // Stories of single sign-on run their own provider on this machine.
    INTERNAL_HOSTS: '127.0.0.1',
  });
  const stop = async () => {
    server.process.kill('SIGTERM');
    await server.ended;
    for (const line of errorsIn(server.output())) console.error(line);
    await folder.remove();
  };
  try {
    process.env.ATRIUM_STORY_URL = await server.ready;
    process.env.ATRIUM_STORY_DATA = folder.path;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** A story that fails because of the server is understood by what the server logged. */
function errorsIn(output: string): string[] {
  const errors = output.split('\n').filter((line) => /^\{"level":[56]0,/.test(line));
  return errors.slice(-20).map((line) => `The server of the stories logged: ${line.slice(0, 1_000)}`);
}
