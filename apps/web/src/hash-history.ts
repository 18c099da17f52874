import { createHashHistory, type RouterHistory } from '@tanstack/react-router';

/**
 * The router counts the pages one has been on, to know how far back a refused step must be taken back. An address typed
 * by hand comes without a number and would make it reload the page instead: it gets the next one before the router looks.
 */
export function createNumberedHistory(): RouterHistory {
  const here = { index: 0 };
  window.addEventListener('popstate', () => {
    if (window.history.state !== null) return;
    const key = Math.random().toString(36).slice(2);
    // The browser's own: the router replaces it with one that navigates.
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
