import { useEffect, useEffectEvent } from 'react';

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Ctrl or Command with Z, and with Shift for redo, unless someone is typing. */
export function useUndoKeys(isEnabled: boolean, undo: () => void, redo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
    const isTyping = event.target instanceof Element && event.target.closest(typing) !== null;
    if (isTyping || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isEnabled]);
}
