import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { browserArguments, browserPath } from './e2e/browser.ts';
import { setColorScheme, takePicture } from './e2e/browser-commands.ts';
import { LongFirst } from './scripts/long-first.ts';

/** Multiplies all timeouts on a machine that runs a slower build of ClickHouse. */
const patience = Number(process.env.ATRIUM_TEST_PATIENCE ?? 1);

/**
 * Tests of files, crashes and statements side by side, which ClickHouse compiled to WebAssembly lacks: its files are in
 * memory until it stops, and it runs one statement at a time.
 */
const needsNativeClickHouse = [
  'packages/engines/src/engines.test.ts',
  'packages/engines/src/clickhouse/failed-writes.test.ts',
  'apps/server/test/backup.test.ts',
  'apps/server/test/damaged-files.test.ts',
  'apps/server/test/doctor.test.ts',
  'apps/server/test/restore.test.ts',
  'apps/server/test/stores.test.ts',
  'apps/server/test/ingestion/crash.test.ts',
  'apps/server/test/ingestion/kinds-damage.test.ts',
  'apps/server/test/ingestion/zone-year.test.ts',
  'scripts/start.test.ts',
];
/** Tests that repeat for minutes, at random or with much data, what others prove once: that build takes too long for them. */
const long = [
  'apps/server/test/demo-data.test.ts',
  'apps/server/test/doors/doors.test.ts',
  'apps/server/test/export-following.test.ts',
  'apps/server/test/counter-kills.test.ts',
  'apps/server/test/alarm-kills/alarm-kills.test.ts',
  'apps/server/test/interleaved.test.ts',
  'apps/server/test/random-spaces.test.ts',
  'packages/facts/src/random.test.ts',
  'packages/facts/src/random-kinds.test.ts',
];
const left = process.env.ATRIUM_CLICKHOUSE === 'wasm' ? [...needsNativeClickHouse, ...long] : [];
if (left.length > 0) console.log(`Not run on this build of ClickHouse: ${left.join(', ')}`);

/** The seed of everything random in the tests: a failed run repeats. `npm run soak` tries others. */
const seed = process.env.ATRIUM_SEED ?? '20260302';

/** They draw cards without the app, which stays on a page once a file has opened it: they have a page of their own. */
const withoutApp = [
  'test/annotation-cards.browser.test.tsx',
  'test/card-forms.browser.test.tsx',
  'test/card-looks.browser.test.tsx',
  'test/card-loading.browser.test.tsx',
  'test/card-states.browser.test.tsx',
  'test/cards.browser.test.tsx',
  'test/closed-hours.browser.test.tsx',
  'test/content-cards.browser.test.tsx',
  'test/map-gestures.browser.test.tsx',
  'test/pie-card.browser.test.tsx',
  'test/drill-down.browser.test.tsx',
  'test/map-card.browser.test.tsx',
  'test/live-cards.browser.test.tsx',
  'test/question-settings.browser.test.tsx',
  'test/widgets.browser.test.tsx',
  'test/widget-settings.browser.test.tsx',
  'test/what-changed.browser.test.tsx',
];

interface BrowserTests {
  name: string;
  groupOrder: number;
  include: readonly string[];
  exclude: readonly string[];
}

const executablePath = await browserPath();

function inBrowser({ name, groupOrder, include, exclude }: BrowserTests): TestProjectInlineConfiguration {
  return {
    root: 'apps/web',
    plugins: [react()],
    resolve: { alias: { 'socket.io-client': fileURLToPath(new URL('apps/web/test/socket.ts', import.meta.url)) } },
    // All at once before the first test: a dependency found later would reload the page in the middle of a test.
    optimizeDeps: { entries: ['src/main.tsx', 'test/**/*.ts', 'test/**/*.tsx'] },
    test: {
      name,
      sequence: { groupOrder },
      include: [...include],
      exclude: [...exclude],
      setupFiles: ['test/after-each.ts'],
      // Each page runs many files, so that it loads the app once; two pages run side by side.
      isolate: false,
      maxWorkers: 2,
      testTimeout: 60_000 * patience,
      expect: { poll: { timeout: 10_000 * patience } },
      provide: { patience },
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({
          launchOptions: { executablePath, args: browserArguments },
          contextOptions: { locale: 'en-US', timezoneId: 'America/New_York' },
        }),
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1440, height: 900 },
        screenshotFailures: false,
        commands: { setColorScheme, takePicture },
      },
    },
  };
}

export default defineConfig({
  test: {
    // Much of the time is spent waiting for engines: on two cores, two workers would leave them partly idle.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          sequence: { groupOrder: 0 },
          // Each worker loads the modules once; none of our modules keeps state outside of what a test creates.
          isolate: false,
          exclude: ['**/node_modules/**', ...left],
          include: ['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/engines/src/testing-setup.ts'],
          setupFiles: ['scripts/fixed-seed.ts'],
          env: { ATRIUM_SEED: seed },
          testTimeout: 60_000 * patience,
          hookTimeout: 60_000 * patience,
          expect: { poll: { timeout: 20_000 * patience } },
        },
      },
      // After the others: both together would overload the machine.
      inBrowser({ name: 'browser', groupOrder: 1, include: ['test/**/*.browser.test.tsx'], exclude: withoutApp }),
      inBrowser({ name: 'cards', groupOrder: 2, include: withoutApp, exclude: [] }),
    ],
  },
});
