import { useRef } from 'react';

/** Closes the dialog once it may be left. */
export function useLeaving(mayLeave: (() => Promise<boolean>) | undefined, onClose: () => void): () => void {
  const asking = useRef(false);
  const leave = async () => {
    // The key that answers the question also reaches what is below it.
    if (asking.current) return;
    asking.current = true;
    const may = (await mayLeave?.()) ?? true;
    setTimeout(() => (asking.current = false));
    if (may) onClose();
  };
  return () => void leave();
}
