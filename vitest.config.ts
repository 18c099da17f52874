import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of the time is spent waiting for engines: on two cores, one worker would leave one of them idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/engines/src/testing-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
