import { createHashHistory, type RouterHistory } from '@tanstack/react-router';

/**
 * The router counts visited pages, to know how far back a refused step must go. An address typed by hand has no number
 * and would make it reload the page instead: it gets the next one before the router reads it.
 */
export function createNumberedHistory(): RouterHistory {
  const here = { index: 0 };
  window.addEventListener('popstate', () => {
    if (window.history.state !== null) return;
    const key = Math.random().toString(36).slice(2);
    // The browser's own function: the router replaces it with one that navigates.
    History.prototype.replaceState.call(window.history, { key, __TSR_key: key, __TSR_index: here.index + 1 }, '');
  });
  const history = createHashHistory();
  const follow = () => {
    here.index = history.location.state.__TSR_index;
  };
  follow();
  history.subscribe(follow);
  return history;
}
