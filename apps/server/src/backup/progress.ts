const pause = 1000;

/** Passes on a line at most every second: most steps take less. */
export function steadily(say: (line: string) => void): (line: string) => void {
  let saidAt = -Infinity;
  return (line) => {
    if (performance.now() - saidAt < pause) return;
    saidAt = performance.now();
    say(line);
  };
}
