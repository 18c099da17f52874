/** How Chromium, Firefox, Safari and the bundler report that code is missing. */
const sayings = [
  'dynamically imported module',
  'error loading dynamically imported',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Whether an error means that code could not be loaded: no connection, or a newer version has replaced it. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && sayings.some((saying) => error.message.includes(saying));
}
