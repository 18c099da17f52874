/** Moves the focus to a card once it is drawn and no dialog holds the focus. Returns what stops waiting. */
export function focusCard(widgetId: string): () => void {
  const focus = () => {
    const card = document.querySelector<HTMLElement>(`[data-widget="${widgetId}"]`);
    if (!card || document.querySelector('[role="dialog"]')) return false;
    card.focus();
    return true;
  };
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  const frame = requestAnimationFrame(() => {
    if (!focus()) observer.observe(document.body, { childList: true, subtree: true });
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
