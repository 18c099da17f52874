/**
 * Runs `work` one at a time. Everyone who asks while it runs shares the next run, so that no answer is older than its
 * question, and however many ask, at most two wait.
 */
export function sharedRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const run = work();
    running = run;
    const leave = () => {
      if (running === run) running = undefined;
    };
    run.then(leave, leave);
    return run;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
