import { createDialog } from '../ui/dialogs/host.tsx';

const ask = createDialog<null, true>(() => import('./ProofDialog.tsx'));

/** Whether someone has confirmed that it is them. */
export async function askForProof(): Promise<boolean> {
  return (await ask(null)) === true;
}
