const askAgainMs = 10_000;
const patienceMs = 10_000;
let isWaiting = false;

/** Loads the page again once the server has it: without a connection the browser would show an error page for good. */
export function reloadOnceReachable(): void {
  if (isWaiting) return;
  isWaiting = true;
  void ask();
}

async function ask(): Promise<void> {
  const { origin, pathname } = window.location;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { ok } = await fetch(`${origin}${pathname}`, { cache: 'no-store', signal });
    if (ok) return window.location.reload();
  } catch {
    // Not yet.
  }
  setTimeout(() => void ask(), askAgainMs);
}
