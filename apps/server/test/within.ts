/**
 * How long to wait for a condition that must become true soon; longer where `ATRIUM_TEST_PATIENCE` marks a slow
 * machine.
 */
export function within(seconds: number): { timeout: number; interval: number } {
  return { timeout: 1000 * seconds * Number(process.env['ATRIUM_TEST_PATIENCE'] ?? 1), interval: 20 };
}
