import { type RefCallback, useCallback, useRef, useState } from 'react';

/** How far outside of the screen a card begins to load, so that it is there when it is scrolled to. */
const rootMargin = '200px';

/** Whether an element is on screen, or about to be. */
export function useVisible(): { ref: RefCallback<HTMLElement>; isVisible: boolean } {
  const [isVisible, setVisible] = useState(false);
  const observer = useRef<IntersectionObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new IntersectionObserver((entries) => setVisible(entries.at(-1)?.isIntersecting === true), {
      rootMargin,
    });
    observer.current.observe(element);
  }, []);
  return { ref, isVisible };
}
