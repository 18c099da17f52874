import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where the focus goes when a row is removed: to the row after it, or the last one, or the button that adds one. The
 * rows are the children of the list; in each of them, `[data-remove]` is the button that removes it.
 */
export function useRowFocus<List extends HTMLElement>(): [
  list: RefObject<List | null>,
  add: RefObject<HTMLButtonElement | null>,
  onRemoved: (at: number) => void,
] {
  const list = useRef<List>(null);
  const add = useRef<HTMLButtonElement>(null);
  const removed = useRef<number>(undefined);
  useEffect(() => {
    const { current: at } = removed;
    if (at === undefined) return;
    removed.current = undefined;
    const rows = [...(list.current?.children ?? [])];
    const button = rows[Math.min(at, rows.length - 1)]?.querySelector<HTMLElement>('[data-remove]');
    (button ?? add.current)?.focus();
  });
  const onRemoved = (at: number) => {
    removed.current = at;
  };
  return [list, add, onRemoved];
}
