export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Something that must not happen, however the server ends: sending it again does not help. */
export class Wrong extends Error {}

/** Repeats what fails until it succeeds, as senders do; returns its result and how often it was tried. */
export async function untilDone<T>(work: (attempt: number) => Promise<T>): Promise<{ result: T; attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { result: await Promise.race([work(attempts), late()]), attempts };
    } catch (error) {
      if (error instanceof Wrong) throw error;
      await pause(50);
    }
  }
}

/** A connection whose server was killed may never say so. */
function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('No answer.')), 20_000).unref();
  });
}

/** Waits for a condition; returns whether it became true. */
export async function becomesTrue(condition: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(100)) {
    if (await condition()) return true;
  }
  return false;
}
