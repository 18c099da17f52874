import { createDialog } from '../ui/dialogs/host.tsx';

const ask = createDialog<null, true>(() => import('./ProofDialog.tsx'));

/** Whether the user has confirmed their identity. */
export async function askForProof(): Promise<boolean> {
  return (await ask(null)) === true;
}
