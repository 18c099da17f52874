type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asking: Promise<boolean> | undefined;

/** Registers the dialog that asks for a recent proof; set by the shell at startup. */
export function setProofDialog(next: Ask): void {
  ask = next;
}

/** Asks for a recent proof and resolves to whether it was given. Concurrent calls share one dialog. */
export function requestProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}
