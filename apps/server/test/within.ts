/** How long to wait for something that must be true soon; longer where `ATRIUM_TEST_PATIENCE` says that the machine is slow. */
export function within(seconds: number): { timeout: number; interval: number } {
  return { timeout: 1000 * seconds * Number(process.env['ATRIUM_TEST_PATIENCE'] ?? 1), interval: 20 };
}
