/**
 * Runs a program of the operator beside the server. Exit code 0: everything was done; 1: one line says why not. Its
 * files are private.
 */
export async function runProgram(run: () => Promise<boolean>): Promise<void> {
  process.umask(0o077);
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
