// The failed and flaky tests of a run, read from the JSON reports of vitest and Playwright.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/** @typedef {{ file: string, title: string, message: string }} Failure */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status?: string, message?: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ testResults?: VitestFile[] }} VitestReport */
/** @typedef {{ errors?: { message?: string }[] }} StoryAttempt */
/** @typedef {{ title: string, file: string, tests: { status: string, results: StoryAttempt[] }[] }} Story */
/** @typedef {{ specs?: Story[], suites?: StorySuite[] }} StorySuite */
/** @typedef {{ suites?: StorySuite[], errors?: { message?: string }[] }} StoryReport */

/**
 * A file that could not be loaded has no tests; it is a failure of its own.
 * @param {VitestReport} report
 * @returns {Failure[]}
 */
export function failedTests({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failure(file, 'the file could not be run', message)];
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]));
  });
}

/**
 * Tests that passed only on their second try, with what went wrong on the first.
 * @param {VitestReport} report
 * @returns {Failure[]}
 */
export function flakyTests({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => failure(relative(root, name), fullName, failureMessages?.[0])),
  );
}

/**
 * Errors outside of every story come last.
 * @param {StoryReport} report
 * @returns {Failure[]}
 */
export function failedStories({ suites = [], errors = [] }) {
  return [
    ...suites.flatMap((suite) => storiesOf(suite, 'unexpected')),
    ...errors.map(({ message }) => failure('e2e', 'the stories could not be run', message)),
  ];
}

/**
 * Stories that passed only on their second try, with what went wrong on the first.
 * @param {StoryReport} report
 * @returns {Failure[]}
 */
export function flakyStories({ suites = [] }) {
  return suites.flatMap((suite) => storiesOf(suite, 'flaky'));
}

/** @param {StorySuite} suite @param {'unexpected' | 'flaky'} outcome @returns {Failure[]} */
function storiesOf({ specs = [], suites = [] }, outcome) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ results }) => {
        const broken = results.find(({ errors }) => errors?.length);
        return failure(`e2e/stories/${file}`, title, broken?.errors?.[0]?.message);
      }),
  );
  return [...own, ...suites.flatMap((suite) => storiesOf(suite, outcome))];
}

/** @param {string} file @param {string} title @param {string} [message] @returns {Failure} */
function failure(file, title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  return { file, title, message: lines.find((line) => line.trim() !== '')?.trim() ?? 'no message' };
}
