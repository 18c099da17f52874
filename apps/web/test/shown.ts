import { type Locator, page } from 'vitest/browser';

/** What several things say, in their order; to be polled. */
export const textsOf = (shown: Locator) => () => shown.elements().map(({ textContent }) => textContent);

export const countOf = (shown: Locator) => () => shown.elements().length;

/** Of a list that was opened. */
export const options = () => page.getByRole('option');

/** The screen that the address names. */
export const address = () => window.location.hash;
