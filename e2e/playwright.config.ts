import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { patience } from './pace.ts';

/**
 * ClickHouse compiled to WebAssembly keeps its tables in 4 GB of memory, which the year of the demo fills: there, only
 * stories with a server of their own are run.
 */
const hasDemo = process.env.ATRIUM_CLICKHOUSE !== 'wasm';
const ownServer = ['alarms', 'dashboards*', 'display-restart', 'first-run', 'kiosk-links', 'start'].map(
  (name) => `${name}.story.ts`,
);
if (!hasDemo) console.log(`Not run on this build of ClickHouse: all stories but ${ownServer.join(', ')}`);

export default defineConfig({
  testDir: 'stories',
  testMatch: hasDemo ? '*.story.ts' : ownServer,
  ...(hasDemo && { globalSetup: './demo-server.ts' }),
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  forbidOnly: true,
  use: {
    baseURL: process.env.ATRIUM_STORY_URL,
    // A story that cannot continue says so, instead of using up all of its time.
    actionTimeout: 30_000 * patience,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath(), args: browserArguments },
  },
});
