// How long the tests of a run took, read from the JSON reports of vitest and Playwright, and the budget of the whole run.
import { relative } from 'node:path';
import { root } from './root.mjs';

/** @typedef {{ file: string, title: string, seconds: number }} Timing */
/** @typedef {{ name: string, assertionResults: { fullName: string, duration?: number | null }[] }} TimedFile */
/** @typedef {{ testResults?: TimedFile[] }} TimedTests */
/** @typedef {{ title: string, file: string, tests: { results: { duration?: number }[] }[] }} TimedStory */
/** @typedef {{ specs?: TimedStory[], suites?: TimedSuite[] }} TimedSuite */
/** @typedef {{ suites?: TimedSuite[] }} TimedStories */

/** The time budget of `npm test` on two cores, installation included. It is reported; no run fails for being slow. */
export const budgetSeconds = 18 * 60;

/** @param {TimedTests} report @returns {Timing[]} */
export function testTimings({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(root, name),
      title: fullName,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

/**
 * A story takes the time of all its attempts.
 * @param {TimedStories} report
 * @returns {Timing[]}
 */
export function storyTimings({ suites = [] }) {
  return suites.flatMap(timingsIn);
}

/** @param {TimedSuite} suite @returns {Timing[]} */
function timingsIn({ specs = [], suites = [] }) {
  const own = specs.map(({ title, file, tests }) => {
    const attempts = tests.flatMap(({ results }) => results);
    const milliseconds = attempts.reduce((sum, { duration = 0 }) => sum + duration, 0);
    return { file: `e2e/stories/${file}`, title, seconds: milliseconds / 1000 };
  });
  return [...own, ...suites.flatMap(timingsIn)];
}

/** @param {Timing[]} timings @param {number} [count] @returns {string[]} one line each, the slowest first */
export function slowestLines(timings, count = 20) {
  return timings
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}: ${title}`);
}

/** @param {number} seconds @param {number} [budget] @returns {string} */
export function totalLine(seconds, budget) {
  const took = `Took ${seconds.toFixed(0)} s`;
  if (budget === undefined) return `${took}.`;
  const over = seconds - budget;
  return over > 0
    ? `${took}, ${over.toFixed(0)} s over the budget of ${budget} s.`
    : `${took} of a budget of ${budget} s.`;
}
