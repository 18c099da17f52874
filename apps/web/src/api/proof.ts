type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asking: Promise<boolean> | undefined;

/** Who asks somebody to confirm that it is them; the shell says so at the start. */
export function proveWith(next: Ask): void {
  ask = next;
}

/** Whether the person has proved who they are. Calls that need it at the same time ask once. */
export function proveAgain(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}
